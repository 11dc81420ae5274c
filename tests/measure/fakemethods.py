"""A ``hashicnf solve - --json --method BEHAVIOUR`` that misbehaves on demand. Used by test_compare."""

import json
import os
import sys
import time

RIGHT = {"bridges": [{"from": [1, 1], "to": [1, 3], "count": 1}]}
WRONG = {"bridges": [{"from": [1, 1], "to": [1, 3], "count": 2}]}
STATS = {"expanded": 12, "seconds": {"encode": 0.1, "search": 0.5, "check": 0.7}}
SAYS: dict[str, tuple[int, dict[str, object]]] = {
    "right": (0, {"status": "solved", "solution": RIGHT, "stats": STATS}),
    "bare": (0, {"status": "solved", "solution": RIGHT}),
    "wrong": (0, {"status": "solved", "solution": WRONG, "stats": STATS}),
    "unreadable": (0, {"status": "solved", "solution": {"bridges": 7}}),
    "none": (0, {"status": "solved"}),
    "unsolvable": (20, {"status": "unsolvable", "stats": STATS}),
    "lies": (20, {"status": "solved", "solution": RIGHT}),
    "late": (30, {"status": "unknown", "reason": "time limit of 7 s reached", "stopped": "time"}),
    "full": (30, {"status": "unknown", "reason": "memory limit of 7 bytes reached", "stopped": "memory"}),
    "tired": (30, {"status": "unknown", "reason": "limit of 9 nodes\x1b reached", "stopped": "nodes"}),
    "statusless": (0, {"state": "solved"}),
}
PRINTS = {"garbage": "\x1b[31mSegmentation {fault\n", "list": "[1, 2]", "deep": "[" * 100_000, "silent": ""}
COMPLAINS = {
    "crash": (70, "Traceback\nValueError: oh\nhashicnf: internal error, please report it with the lines above\n"),
    "missing": (69, "a line\nhashicnf: the solver x is not installed\n"),
    "usage": (2, "\x1b[1;31mhashicnf:\x1b[0m no method is named 'usage'\n"),
    "starved": (30, "hashicnf: out of memory\n"),
}


def say(code: int, data: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(data))
    sys.stdout.flush()
    os._exit(code)


def act(behaviour: str, rest: list[str]) -> None:
    match behaviour:
        case "killed":
            import signal

            os.kill(os.getpid(), signal.SIGKILL)
        case "memory":
            hoard = [bytes([1]) * (10 << 20) for _ in range(int(rest[0]) // 10)]
            time.sleep(float(rest[1]))
            say(0, {"status": "solved", "solution": RIGHT, "hoard": len(hoard)})
        case "hang":
            import signal
            import subprocess
            from pathlib import Path

            orphan = subprocess.Popen(["sleep", "98"], start_new_session=True)
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)
            Path(rest[0]).write_text(f"{os.getpid()} {orphan.pid}")
            time.sleep(97)
        case "talk":
            try:
                time.sleep(96)
            except KeyboardInterrupt:
                say(30, {"status": "unknown", "reason": "interrupted", "stats": STATS})
        case "once":
            from pathlib import Path

            mark = Path(rest[0])
            again = mark.exists()
            mark.touch()
            say(*SAYS["late" if again else "right"])


def main() -> None:
    behaviour, *rest = sys.argv[sys.argv.index("--method") + 1 :]
    if rest[-2:] == ["--timeout", "0"] and behaviour not in COMPLAINS:
        say(*SAYS["late"])
    assert sys.argv[1:4] == ["solve", "-", "--json"]
    assert sys.stdin.read() == "1.1\n"
    if behaviour in SAYS:
        say(*SAYS[behaviour])
    elif behaviour in COMPLAINS:
        code, text = COMPLAINS[behaviour]
        sys.stderr.write(text)
        sys.exit(code)
    elif behaviour in PRINTS:
        sys.stdout.write(PRINTS[behaviour])
    else:
        act(behaviour, rest)


if __name__ == "__main__":
    main()
