"""A server in place of an agent. It answers each request with any bytes that a test gives."""

import json
import re
import socket
import threading
import time

ENDLESS = 64 * 1024 * 1024  # More than the service may read.


def http(body, status=200, *headers):
    data = body if isinstance(body, bytes) else body.encode()
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Length: {len(data)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + data


def answer(document, status=200):
    return http(json.dumps(document), status)


def command(name="get_clean_steps", **other):
    """Returns an agent's report of a successful command, with the test's changes."""
    return {"id": "id-1", "command_name": name, "command_params": {}, "command_status": "SUCCEEDED",
            "command_error": None, "command_result": {}, **other}


def offer(*steps, **other):
    return command(command_result={"clean_steps": {"ByzantineAgent": list(steps)},
                                   "hardware_manager_version": {"byzantine_agent": "1"}, **other})


class ByzantineAgent:
    """`says(method, request)` returns bytes, or an iterator of bytes that are sent one by one. Like an
    agent, it expects `token` in every request. If that is unset, it accepts any token."""

    def __init__(self, says):
        self.says = says
        self.token = None
        self.requests = []
        self.sent = 0
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = "http://127.0.0.1:%d" % self.listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self):
        self.listening.close()

    def _accept(self):
        try:
            while True:
                client, _ = self.listening.accept()
                threading.Thread(target=self._talk, args=(client,), daemon=True).start()
        except OSError:
            pass  # The connection is closed.

    def _judge(self, request):
        given = re.search(r"[?&]agent_token=([^& ]+)", request.partition("\r\n")[0])
        if given and self.token in (None, given[1]):
            return None
        return answer({"faultcode": "Client", "faultstring": "401 Unauthorized: Token invalid."}, 401)

    def _talk(self, client):
        with client:
            try:
                request = client.recv(1 << 20).decode(errors="replace")
                self.requests.append(request)
                says = self._judge(request) or self.says(request.partition(" ")[0], request)
                for part in [says] if isinstance(says, bytes) else says:
                    client.sendall(part)
                    self.sent += len(part)
            except OSError:
                pass  # The client closed the connection.


def dripping(whole, pause=0.2):
    for at in range(len(whole)):
        yield whole[at:at + 1]
        time.sleep(pause)


def endless(head, piece):
    yield head
    for _ in range(ENDLESS // len(piece)):
        yield piece
