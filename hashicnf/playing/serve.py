"""Serve one page, and nothing else, on the loopback interface, so that only this machine reaches it.

Requests for another host are refused: a page of another site may have a name that leads to this machine (DNS rebinding).
"""

from __future__ import annotations

import sys
import threading
import webbrowser
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from hashicnf.errors import UsageError

HOST: Final = "127.0.0.1"
OWN: Final = (HOST, "localhost")  # names of this machine
SILENT_SECONDS: Final = 10.0  # after which an idle connection is closed: browsers open some before they need them


def serve(page: str, port: int, say: Callable[[str], None], *, browser: bool) -> None:
    """Serve a page until Ctrl-C on a port (0: any free one); pass its address to ``say``. Raises UsageError for a port in use."""
    try:
        server = PageServer((HOST, port), handler_of(page.encode()))
    except OSError as problem:
        raise UsageError(f"--port {port}: {problem.strerror}") from None
    address = f"http://{HOST}:{server.server_port}/"
    with server:
        say(f"hashicnf: {address} (Ctrl-C to end)")
        if browser:  # one for the terminal returns when it has shown the page
            threading.Thread(target=_open, args=(address, say), daemon=True).start()
        server.serve_forever()


def _open(address: str, say: Callable[[str], None]) -> None:
    if not webbrowser.open(address):
        say(f"hashicnf: no browser could be opened; open {address} in one")


class PageServer(ThreadingHTTPServer):
    """A server that answers each connection in a thread of its own."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that close the connection before the page is sent; report other errors."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def handler_of(body: bytes) -> type[BaseHTTPRequestHandler]:
    """Return a request handler class that answers ``/`` with a page, all other paths with 404, and other hosts with 421."""

    class Handler(BaseHTTPRequestHandler):
        """Handles GET and HEAD requests; an idle connection is closed after SILENT_SECONDS."""

        timeout = SILENT_SECONDS

        def do_GET(self) -> None:
            """Send the page, or an empty answer."""
            if self.do_HEAD():
                self.wfile.write(body)

        def do_HEAD(self) -> bool:
            """Send the headers; return whether they are those of the page."""
            is_own = self.headers.get("Host", HOST).partition(":")[0].lower() in OWN
            is_page = is_own and self.path == "/"
            failed = HTTPStatus.NOT_FOUND if is_own else HTTPStatus.MISDIRECTED_REQUEST
            self.send_response(HTTPStatus.OK if is_page else failed)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body) if is_page else 0))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            return is_page

        def log_message(self, *_: object) -> None:
            """Log nothing, so that the terminal shows the address alone."""

    return Handler
