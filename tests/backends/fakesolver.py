"""A SAT solver that misbehaves on demand: fakesolver.py BEHAVIOUR CNF. Used by test_process.

Tests start it often, so modules that only few behaviours need are imported there.
"""

import os
import sys
import time


def model(path: str) -> list[int]:
    """Return a correct model of a tiny formula by brute force."""
    lines = [line.split() for line in open(path) if not line.startswith("c")]
    variables = int(lines[0][2])
    clauses = [[int(x) for x in line[:-1]] for line in lines[1:]]
    for bits in range(2**variables):
        values = [v if bits >> (v - 1) & 1 else -v for v in range(1, variables + 1)]
        if all(any(lit in values for lit in clause) for clause in clauses):
            return values
    return []


def say(text: str, code: int) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
    os._exit(code)


def start_sleeper(*, leads_session: bool) -> None:
    import subprocess

    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=leads_session)


def kill_myself(name: str) -> None:
    import signal

    os.kill(os.getpid(), signal.Signals[name])


def main() -> None:
    behaviour, path = sys.argv[1], sys.argv[2]
    values = model(path)
    words = " ".join(map(str, values))
    lie = " ".join(str(-v) for v in values)
    sat, unsat = "s SATISFIABLE\n", "s UNSATISFIABLE\n"
    match behaviour:
        case "honest":
            say(sat + f"v {words} 0\n" if values else unsat, 10 if values else 20)
        case "v-first":
            say(f"v {words} 0\n" + sat, 30)
        case "comments":
            say(f"c hello\nc s UNSATISFIABLE\n{sat}c x\nv {words}\nv 0\nc bye\n", 10)
        case "crlf":
            say(sat.replace("\n", "\r\n") + f"v {words} 0\r\n", 10)
        case "one-per-line":
            say(sat + "".join(f"v {v}\n" for v in values) + "v 0\n", 10)
        case "hang":
            time.sleep(600)
        case "ignore-term":
            import signal

            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)
        case "fork-hang":
            start_sleeper(leads_session=False)
            time.sleep(600)
        case "session-hang":
            start_sleeper(leads_session=True)
            time.sleep(600)
        case "fork-leave":
            start_sleeper(leads_session=False)
            say(sat + f"v {words} 0\n", 10)
        case "crash":
            kill_myself("SIGSEGV")
        case "crash-after":
            sys.stdout.write(sat + f"v {words} 0\n")
            sys.stdout.flush()
            kill_myself("SIGABRT")
        case "silent":
            say("", 0)
        case "silent-sat":
            say("", 10)
        case "silent-unsat":
            say("", 20)
        case "no-model":
            say(sat, 10)
        case "error":
            sys.stderr.write("cannot read the file\n")
            say("", 3)
        case "lie-model":
            say(sat + "v " + " ".join(str(-abs(v)) for v in values) + " 0\n", 10)
        case "cut-off":
            say(sat + f"v {words}\n", 10)
        case "half":
            say(sat + f"v {words.split(' ')[0]} 0\n", 10)
        case "too-large":
            say(sat + f"v {words} 99 0\n", 10)
        case "gigantic":
            say(sat + f"v {words} 99999999999999999999 0\n", 10)
        case "contradiction":
            say(sat + f"v {words} {lie} 0\n", 10)
        case "two-answers":
            say(sat + f"v {words} 0\n" + unsat, 10)
        case "two-models":
            say(sat + f"v {words} 0\nv {lie} 0\n", 10)
        case "code-differs":
            say(unsat, 10)
        case "code-unsat-words-sat":
            say(sat + f"v {words} 0\n", 20)
        case "word":
            say(sat + "v one two 0\n", 10)
        case "nul":
            say(sat + "v 1 \0 2 0\n", 10)
        case "binary":
            os.write(1, b"s SATISFIABLE\nv \xff\xfe 0\n")
            os._exit(10)
        case "unknown-word":
            say("s MAYBE\n", 0)
        case "unknown":
            say("s UNKNOWN\n", 0)
        case "chatter":
            for _ in range(200_000):
                sys.stdout.write("c " + "x" * 70 + "\n")
                sys.stderr.write("x" * 70 + "\n")
            say(sat + f"v {words} 0\n", 10)
        case "unsat-and-model":
            say(unsat + f"v {words} 0\n", 20)
        case "unsat-code-1":
            say(unsat, 1)
        case "unsat-code-0":
            say(unsat, 0)
        case "sat-code-0":
            say(sat + f"v {words} 0\n", 0)
        case "no-answer":
            say("cannot read the file\n", 0)
        case "sat-code-1":
            say(sat + f"v {words} 0\n", 1)
        case "escapes":
            sys.stderr.write("\x1b[2J\x1b]0;title\x07no \u202eroom\r\n")
            sys.stderr.flush()
            say("", 3)
        case "flood":
            while True:
                os.write(1, b"v 1 2 3\n" * 8192)
        case "result-flood":
            with open(sys.argv[3], "wb", 0) as stream:
                while True:
                    stream.write(b"c nothing\n" * 65536)
        case "result-folder":
            from pathlib import Path

            Path(sys.argv[3]).mkdir()
            say("", 10)
        case "result-pipe":
            os.mkfifo(sys.argv[3])
            say("", 10)
        case "result-elsewhere":
            from pathlib import Path

            Path(sys.argv[3]).symlink_to("/dev/zero")
            say("", 10)
        case "result-alone":
            with open(sys.argv[3], "w") as stream:
                stream.write(f"{words} 0\n")
            say(sat, 10)
        case "result-differs":
            with open(sys.argv[3], "w") as stream:
                stream.write("UNSAT\n")
            say(sat + f"v {words} 0\n", 0)
        case "removes-folder":
            import shutil
            from pathlib import Path

            shutil.rmtree(Path(path).parent)
            say(sat + f"v {words} 0\n", 10)
        case "float":
            say(sat + "v 1.5 2 0\n", 10)
        case "minus":
            say(sat + "v 1 - 2 0\n", 10)


main()
