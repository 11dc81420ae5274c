"""What commands there are: ``COMMANDS`` names them in the order of the help, each with the module here that holds its function.

A function is called like its command. The help of those in ``OTHER_CODES`` does not end with the table of exit codes: ``sat`` has
its own, and listings cannot fail.
"""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "encode": "encode",
    "decode": "decode",
    "solve": "solve",
    "check": "check",
    "draw": "draw",
    "convert": "draw",
    "generate": "generate",
    "sat": "sat",
    "prove": "prove",
    "check-proof": "check_proof",
    "explain-trace": "explain_trace",
    "bench": "bench",
    "compare": "compare",
    "families": "listing",
    "formats": "listing",
    "methods": "listing",
    "solvers": "listing",
    "encodings": "listing",
}
OTHER_CODES: Final = ("sat", "families", "formats", "methods", "solvers", "encodings")
