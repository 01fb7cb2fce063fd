#!/usr/bin/env python3
"""Checks lines of `mazetick prove --json`, without a search: every move is looked at once.

A puzzle is unique if its route leads to the only goal and climbs 0, 1, ..., L, and no other move climbs: then every way from height 0
to height L uses each move of the route, in order. It is not if the other route is one, and another.
Whether the graph is that of the puzzle is not checked here.
"""
import json
import sys


def is_route(route, graph, goals):
    moves = zip(route, route[1:])
    return (route[0] == 0 and route[-1] in goals and len(set(route)) == len(route)
            and all(there in graph[here] for here, there in moves))


def check(line):
    graph, states = line["graph"], line["states"]
    assert len(graph) == len(states) and not any(0 in moves for moves in graph)
    if not line["solved"]:
        return "no solution"  # only a search shows that
    route, goals = line["route"], line["goals"]
    assert not any(graph[goal] for goal in goals) and is_route(route, graph, goals)
    assert len(route) == line["moves"] + 1
    if not line["unique"]:
        assert is_route(line["other"], graph, goals) and line["other"] != route
        return "not unique"
    assert goals == route[-1:]
    heights = [state[3] for state in states]
    assert [heights[state] for state in route] == list(range(len(route)))
    climbs = [(here, there) for here, moves in enumerate(graph) for there in moves
              if heights[there] > heights[here]]
    assert sorted(climbs) == sorted(zip(route, route[1:]))
    return "unique"


for text in sys.stdin:
    line = json.loads(text)
    print(f"{line['scene']}: {check(line)}")
