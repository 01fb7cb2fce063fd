//! A headless browser, controlled by the `DevTools` protocol: JSON messages, each ended by a zero
//! byte, through pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The names under which a browser may be installed.
const NAMES: [&str; 4] = [
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "google-chrome",
];

/// How long a response may take.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    sent: u64,
    /// The events received so far.
    pub(crate) events: Vec<Value>,
}

impl Browser {
    /// Starts one with an empty page; `None` if none is installed. The browser sees the fonts that a file for
    /// Fontconfig selects, if there is one.
    pub(crate) fn start(fonts: Option<&Path>) -> Option<Self> {
        let name = NAMES.iter().find(|name| {
            let found = Command::new("sh")
                .args(["-c", &format!("command -v {name}")])
                .output();
            found.is_ok_and(|found| found.status.success())
        })?;
        // It reads from descriptor 3 and writes to 4.
        let line = format!(
            "exec {name} --headless --no-sandbox --disable-gpu --remote-debugging-pipe \
             3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null"
        );
        let mut shell = Command::new("sh");
        if let Some(fonts) = fonts {
            shell.env("FONTCONFIG_FILE", fonts);
        }
        let mut child = shell
            .args(["-c", &line])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            for message in output.split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).expect("JSON");
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let (session, events) = (None, Vec::new());
        let mut browser = Self {
            child,
            input,
            messages,
            session,
            sent: 0,
            events,
        };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.ask("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in [
            "Page",
            "Runtime",
            "Log",
            "Network",
            "Accessibility",
            "DOM",
            "CSS",
        ] {
            browser.ask(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Sends a request, and waits for the response.
    pub(crate) fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.input
            .write_all(format!("{message}\0").as_bytes())
            .expect("the browser listens");
        loop {
            let answer = self.messages.recv_timeout(PATIENCE).expect("an answer");
            if answer["id"] == json!(self.sent) {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    /// The value of an expression in the page; waits for promises.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.ask("Runtime.evaluate", parameters);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    /// Opens a page, and waits until it can be played.
    pub(crate) fn open(&mut self, address: &str) {
        self.events.clear();
        self.ask("Page.navigate", json!({ "url": address }));
        let begin = Instant::now();
        while self.evaluate("Boolean(window.mazetick)") != json!(true) {
            assert!(
                begin.elapsed() < PATIENCE,
                "{address} does not start: {:?}",
                self.events
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The events of this name.
    pub(crate) fn told<'a>(&'a self, method: &'a str) -> impl Iterator<Item = &'a Value> {
        self.events
            .iter()
            .filter(move |event| event["method"] == method)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
