//! Answers to draws: in place of random streams, the numbers that a scene lists, or every possible one in turn.
//!
//! A world that has some lends them to its thread while it begins and ticks. A [`Chance`](super::chance::Chance) that is
//! made or copied there asks for them.

use std::cell::{Cell, RefCell};
use std::mem;

use super::scene_fault::{SceneFault, SceneStep};

thread_local! {
    static LENT: RefCell<Option<Draws>> = const { RefCell::new(None) };
    static RUNNING: Cell<&'static str> = const { Cell::new("") };
}

/// The answers to the draws of a world, in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draws {
    /// The answers that a scene lists.
    given: Vec<u32>,
    /// The number of those that were used.
    pub(crate) used: usize,
    /// The answers after them; without, a stream gives them.
    pub(crate) choices: Option<Choices>,
    /// What is wrong with the answers, or why a draw has none.
    pub(crate) fault: Option<SceneFault>,
}

/// One of all the courses that a tick can take, as the answers that lead there.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    /// Each answer, and the number of possible ones.
    pub(crate) made: Vec<(u32, u32)>,
    at: usize,
    /// The probability of these answers.
    pub(crate) weight: f64,
}

impl Draws {
    /// Begins a world with these answers.
    pub(crate) fn restart(&mut self, given: &[u32]) {
        self.given.clear();
        self.given.extend_from_slice(given);
        (self.used, self.fault) = (0, None);
    }

    /// Returns true if the next draw may have an answer.
    #[inline]
    pub(crate) fn are_answered(&self) -> bool {
        self.are_left() || self.choices.is_some()
    }

    /// Lends the answers to this thread during some work.
    pub(crate) fn during<T>(&mut self, work: impl FnOnce() -> T) -> T {
        /// Takes them back, also when the work panics.
        struct Loan<'a>(&'a mut Draws);

        impl Drop for Loan<'_> {
            fn drop(&mut self) {
                *self.0 = LENT.take().unwrap_or_default();
            }
        }

        LENT.set(Some(mem::take(self)));
        let _loan = Loan(self);
        work()
    }

    /// Returns true if answers that a scene lists are left.
    pub(crate) fn are_left(&self) -> bool {
        self.used < self.given.len()
    }

    /// Notes answers that are left when the world has ended.
    pub(crate) fn check_all_used(&mut self) {
        if self.are_left() {
            let message = format!(
                "the world ends after {} draws, expected no more answers",
                self.used
            );
            let fault = SceneFault::new(place(self.used), message);
            self.fault.get_or_insert(fault);
        }
    }

    fn answer(&mut self, options: u32, weights: Option<&[f64]>) -> Option<u32> {
        let weight = |option: u32| match weights {
            Some(weights) => weights[option as usize],
            None => 1.0 / f64::from(options),
        };
        if options == 1 || weights.is_some_and(|it| it.contains(&1.0)) {
            // The only possible answer is never listed.
            return (0..options).find(|&option| weight(option) > 0.0);
        }

        if let Some(&answer) = self.given.get(self.used) {
            if answer < options && weight(answer) > 0.0 {
                self.used += 1;
                return Some(answer);
            }
            let message = format!(
                "answer {answer} to a draw with {options} results, expected a possible one, 0 to {}",
                options - 1
            );
            self.fault
                .get_or_insert(SceneFault::new(place(self.used), message));
            return Some(0);
        }

        let choices = self.choices.as_mut()?;
        if choices.at == choices.made.len() {
            choices.made.push((0, options));
        }
        let (answer, _) = choices.made[choices.at];
        choices.at += 1;
        choices.weight *= weight(answer);
        Some(answer)
    }
}

fn place(answer: usize) -> [SceneStep; 2] {
    [SceneStep::Field("draws"), SceneStep::Index(answer)]
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            made: Vec::new(),
            at: 0,
            weight: 1.0,
        }
    }
}

impl Choices {
    /// Moves on to the next course; returns false after the last.
    pub(crate) fn advance(&mut self) -> bool {
        (self.at, self.weight) = (0, 1.0);
        while let Some((answer, options)) = self.made.pop() {
            if answer + 1 < options {
                self.made.push((answer + 1, options));
                return true;
            }
        }
        false
    }
}

/// Returns true if draws of this thread may have answers.
pub(super) fn are_lent() -> bool {
    LENT.with_borrow(|lent| lent.as_ref().is_some_and(Draws::are_answered))
}

/// Returns the answer to a draw of one of several options, which are equally likely without weights; `None` if a stream
/// is to give it.
pub(super) fn answer(options: u32, weights: Option<&[f64]>) -> Option<u32> {
    LENT.with_borrow_mut(|lent| lent.as_mut()?.answer(options, weights))
}

/// Notes a draw by rules of another crate, which are not known: not all its answers can be given.
pub(super) fn refuse() {
    LENT.with_borrow_mut(|lent| {
        if let Some(draws) = lent.as_mut().filter(|draws| draws.choices.is_some()) {
            let message = "found a draw through the traits of `rand`, whose possible results are unknown; \
                           expected `Chance::below`, `happens` or `event`";
            let fault = SceneFault::new([SceneStep::Field(RUNNING.get())], message);
            draws.fault.get_or_insert(fault);
        }
    });
}

/// Notes the field of the ingredient that runs now.
#[inline]
pub(crate) fn set_running(field: &'static str) {
    RUNNING.set(field);
}
