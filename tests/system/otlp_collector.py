"""A trace collector that validates requests: by the JSON mapping of protobuf (Debian's
python3-protobuf), and by OTLP's further rules (hexadecimal ids, 64-bit numbers as texts)."""

import base64
import http.server
import json
import re
import ssl
import threading
import time

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

# The trace messages of OTLP 1.x: message → field → number, type and, for a list, "*".
SCHEMA = {
    "Request": {"resource_spans": (1, "ResourceSpans*")},
    "ResourceSpans": {"resource": (1, "Resource"), "scope_spans": (2, "ScopeSpans*"),
                      "schema_url": (3, "string")},
    "Resource": {"attributes": (1, "KeyValue*"), "dropped_attributes_count": (2, "uint32")},
    "ScopeSpans": {"scope": (1, "Scope"), "spans": (2, "Span*"), "schema_url": (3, "string")},
    "Scope": {"name": (1, "string"), "version": (2, "string")},
    "Span": {"trace_id": (1, "bytes"), "span_id": (2, "bytes"), "trace_state": (3, "string"),
             "parent_span_id": (4, "bytes"), "name": (5, "string"), "kind": (6, "int32"),
             "start_time_unix_nano": (7, "fixed64"), "end_time_unix_nano": (8, "fixed64"),
             "attributes": (9, "KeyValue*"), "links": (13, "Link*"), "status": (15, "Status"),
             "flags": (16, "fixed32")},
    "Link": {"trace_id": (1, "bytes"), "span_id": (2, "bytes"), "trace_state": (3, "string"),
             "attributes": (4, "KeyValue*")},
    "Status": {"message": (2, "string"), "code": (3, "int32")},
    "KeyValue": {"key": (1, "string"), "value": (2, "AnyValue")},
    "AnyValue": {"string_value": (1, "string"), "bool_value": (2, "bool"),
                 "int_value": (3, "int64"), "double_value": (4, "double")},
}
HEX = {"traceId": 32, "spanId": 16, "parentSpanId": 16}
KINDS = {1: "INTERNAL", 2: "SERVER", 3: "CLIENT", 4: "PRODUCER", 5: "CONSUMER"}


def make_request_class():
    types = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="traces.proto", package="otlp", syntax="proto3")
    for message, fields in SCHEMA.items():
        made = file.message_type.add(name=message)
        for name, (number, kind) in fields.items():
            field = made.field.add(name=name, number=number)
            field.label = types.LABEL_REPEATED if kind.endswith("*") else types.LABEL_OPTIONAL
            kind = kind.rstrip("*")
            if kind in SCHEMA:
                field.type, field.type_name = types.TYPE_MESSAGE, ".otlp." + kind
            else:
                field.type = getattr(types, "TYPE_" + kind.upper())
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.MessageFactory(pool).GetPrototype(
        pool.FindMessageTypeByName("otlp.Request"))


REQUEST = make_request_class()


def with_base64_ids(value, wrong):
    """Converts ids from hexadecimal, as in OTLP, to base64, as in protobuf's JSON."""
    if isinstance(value, list):
        return [with_base64_ids(item, wrong) for item in value]
    if not isinstance(value, dict):
        return value
    out = {}
    for key, item in value.items():
        if key in HEX:
            good = isinstance(item, str) and re.fullmatch(f"[0-9a-f]{{{HEX[key]}}}", item)
            if not good or not item.strip("0"):
                wrong.append(f"{key} is {item!r}")
                continue
            item = base64.b64encode(bytes.fromhex(item)).decode()
        out[key] = with_base64_ids(item, wrong)
    return out


def judge(text):
    """Returns what is wrong with a request, or an empty list."""
    wrong = []
    document = json.loads(text)
    try:
        json_format.Parse(json.dumps(with_base64_ids(document, wrong)), REQUEST())
    except json_format.ParseError as error:
        wrong.append(str(error))
    for span in spans_of(document):
        name = span.get("name")
        keys = [one["key"] for one in span["attributes"]]
        times = [span["startTimeUnixNano"], span["endTimeUnixNano"]]
        if not name:
            wrong.append("a span has no name")
        if not all(isinstance(one, str) and one.isdigit() for one in times):
            wrong.append(f"{name}: times are {times}")
        elif not 0 < int(times[0]) <= int(times[1]) < 2**63:
            wrong.append(f"{name}: it ends before it begins")
        if span.get("kind") not in KINDS or isinstance(span["kind"], bool):
            wrong.append(f"{name}: kind {span.get('kind')!r}")
        if len(keys) != len(set(keys)):
            wrong.append(f"{name}: attributes come twice: {keys}")
        if any(not isinstance(one["value"].get("intValue", ""), str) for one in span["attributes"]):
            wrong.append(f"{name}: a number is no text")
        if "status" in span and span["status"].get("code") not in (1, 2):
            wrong.append(f"{name}: status {span['status']}")
    return wrong


def spans_of(document):
    return [span for _, span in spans_with_process(document)]


def spans_with_process(document):
    """Returns each span with the attributes of its process."""
    for resource in document["resourceSpans"]:
        process = {one["key"]: one["value"]["stringValue"]
                   for one in resource["resource"]["attributes"]}
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                yield process, span


class Span:
    """A received span, for tests."""

    def __init__(self, process, text):
        self.process = process
        self.trace, self.id = text["traceId"], text["spanId"]
        self.parent = text.get("parentSpanId", "")
        self.name, self.kind = text["name"], KINDS[text["kind"]]
        self.begin, self.end = (int(text[key]) / 1e9
                                for key in ("startTimeUnixNano", "endTimeUnixNano"))
        self.state = text.get("traceState", "")
        self.links = [(one["traceId"], one["spanId"]) for one in text["links"]]
        self.error = text.get("status", {}).get("message") if "status" in text else None
        self.attributes = {one["key"]: next(iter(one["value"].values()))
                           for one in text["attributes"]}

    def __repr__(self):
        return f"{self.name} ({self.kind}) {self.attributes}"


class Collector:
    """Accepts spans at /v1/traces and answers with `status`. While it `hangs`, it does not answer."""

    def __init__(self, certificate=None):
        self.status = 200
        self.hangs = False
        self.requests = []  # The headers of each request.
        self.wrong = []
        self.spans = []
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # Errors of closed connections are ignored.
        scheme = "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            scheme = "https"
        self.url = f"{scheme}://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _handler(self):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.requests.append(dict(self.headers))
                while outer.hangs:
                    time.sleep(0.05)
                if outer.status == 200:
                    outer.take(self.path, self.headers, body)
                answer = b"{}"
                self.send_response(outer.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        return Handler

    def take(self, path, headers, body):
        if path != "/v1/traces" or headers["Content-Type"] != "application/json":
            self.wrong.append(f"POST {path} {headers['Content-Type']}")
        self.wrong += judge(body)
        self.spans += [Span(*one) for one in spans_with_process(json.loads(body))]

    def of(self, trace):
        return [one for one in list(self.spans) if one.trace == trace]

    def named(self, trace, name):
        return [one for one in self.of(trace) if one.name == name]

    def stop(self):
        self.hangs = False
        self.server.shutdown()
        self.server.server_close()


def tree(spans, root, depth=0):
    """Returns the spans below that id as lines that show their parents, start times and durations."""
    first = min(one.begin for one in spans)
    out = []
    for one in sorted((x for x in spans if x.parent == root), key=lambda x: x.begin):
        shown = one.attributes.get("url.path") or one.attributes.get("ironbus.ipmi.command", "")
        status = one.attributes.get("http.response.status_code", "")
        mark = f"  ! {one.error}" if one.error is not None else ""
        out.append(f"{one.begin - first:8.3f} s {(one.end - one.begin) * 1000:9.1f} ms  "
                   f"{'  ' * depth}{one.name} [{one.kind}] {shown} {status}".rstrip() + mark)
        out += tree(spans, one.id, depth + 1)
    return out
