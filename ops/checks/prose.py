"""The prose in the project's files: comments, texts that a person reads, and docs.

pieces() splits a file into pieces. A piece is one comment block, one string literal or one paragraph.
Its text keeps the line ends of the file, so that line_of() finds the line of a match.
"""

import re
from collections import namedtuple

import sources

Piece = namedtuple("Piece", "line kind text")  # kind: comment, text, doc, table or name

PRODUCT = ("messages/", "actors/", "drivers/", "gateways/", "ops/")
PAGE = "gateways/http/ui/page/"

CPP_TOKEN = re.compile(
    r'R"(?P<delimiter>[^()\\\s]{0,16})\((?P<raw>(?:.|\n)*?)\)(?P=delimiter)"'
    r'|"(?P<string>(?:\\.|[^"\\\n])*)"'
    r"|'(?:\\.|[^'\\\n])'"
    r"|//[/!]?(?P<comment>[^\n]*)"
    r"|/\*(?P<block>(?:.|\n)*?)\*/")
JS_TOKEN = re.compile(
    r'"(?P<string>(?:\\.|[^"\\\n])*)"'
    r"|'(?P<single>(?:\\.|[^'\\\n])*)'"
    r"|`(?P<raw>(?:\\.|[^`\\])*)`"
    r"|(?<![:\\])//(?P<comment>[^\n]*)"
    r"|/\*(?P<block>(?:.|\n)*?)\*/")
PYTHON_TOKEN = re.compile(
    r'(?P<triple>"""|\'\'\')(?P<raw>(?:\\.|[^\\])*?)(?P=triple)'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])*'"
    r"|#(?P<comment>[^\n]*)")
HASH_COMMENT = re.compile(r"(?:^|(?<=\s))#(?P<comment>[^\n]*)", re.MULTILINE)
CPP_TEST = re.compile(r"BOOST_(?:AUTO|DATA|FIXTURE)_TEST_(?:CASE|SUITE)\((\w+)")
PYTHON_TEST = re.compile(r"^ *def test_(\w+)", re.MULTILINE)
ESCAPE = re.compile(r"\\[nt\"\\]")
TAG = re.compile(r"<[^>]*>")

FENCE = re.compile(r"^\s*(```|~~~)")
LIST_ITEM = re.compile(r"^(\s*)([-*+]|\d+[.)])\s+")
CODE_SPAN = re.compile(r"``[^`]+``|`[^`]+`|\"[^\"\s`]+\"|(?<!\S)--[a-z][\w-]*")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|!?\[([^\]]*)\]\[[^\]]*\]")
URL = re.compile(r"\b[a-z]+://\S+")


def line_of(piece, position):
    return piece.line + piece.text.count("\n", 0, position)


def without_code(text):
    """The text with code spans, quoted words and flags as single words, and links as their texts.
    Line ends stay."""
    def word(match):
        return "CODE" + "\n" * match[0].count("\n")

    def link_text(match):
        label = match[1] if match[1] is not None else match[2]
        return label + "\n" * (match[0].count("\n") - label.count("\n"))

    text = CODE_SPAN.sub(word, text)
    return URL.sub("CODE", LINK.sub(link_text, text))


class Comments:
    """Joins comments on adjacent lines with the same column into blocks."""

    def __init__(self):
        self.block = None  # [first line, last line, column, texts]

    def add(self, line, column, alone, text):
        """Yields the block that ends here, if any. alone: only blanks are left of the comment."""
        if self.block and line == self.block[1] + 1 and column == self.block[2] and alone:
            self.block[1] = line
            self.block[3].append(text)
            return
        yield from self.end()
        self.block = [line, line, column, [text]]

    def end(self):
        if self.block:
            yield Piece(self.block[0], "comment", "\n".join(self.block[3]))
        self.block = None


def scanned(code, token, texts):
    """Comments, and with `texts` also string literals, of a source file."""
    comments = Comments()
    literal = None  # adjacent string literals: [line, text, end, line of the end]
    line, counted = 1, 0
    for match in token.finditer(code):
        line += code.count("\n", counted, match.start())
        counted = match.start()
        groups = match.groupdict()
        if groups.get("comment") is not None:
            begin = code.rfind("\n", 0, match.start()) + 1
            alone = not code[begin:match.start()].strip()
            yield from comments.add(line, match.start() - begin, alone, groups["comment"])
        elif groups.get("block") is not None:
            yield Piece(line, "comment", re.sub(r"^\s*\*", "", groups["block"], flags=re.MULTILINE))
        elif "triple" in groups and groups.get("raw") is not None:
            begin = code.rfind("\n", 0, match.start()) + 1
            if not code[begin:match.start()].strip(" rR"):
                yield Piece(line, "comment", groups["raw"])
        elif texts:
            found = [groups.get(kind) for kind in ("string", "single", "raw")]
            text = next((text for text in found if text is not None), None)
            if text is None:
                continue
            if groups.get("raw") is not None and "\n" in text and token is CPP_TOKEN:
                continue  # a script of Lua or SQL, or a file
            if groups.get("raw") is None:
                text = ESCAPE.sub(" ", text)
            gap = code[literal[2]:match.start()] if literal else None
            if literal and not gap.strip():
                literal[1] += gap.count("\n") * "\n" + text
                literal[2] = match.end()
                continue
            if literal:
                yield Piece(literal[0], "text", literal[1])
            literal = [line, text, match.end()]
    if literal:
        yield Piece(literal[0], "text", literal[1])
    yield from comments.end()


def test_names(code, pattern):
    for match in pattern.finditer(code):
        yield Piece(code.count("\n", 0, match.start()) + 1, "name", match[1].replace("_", " "))


def paragraphs(page):
    """Paragraphs, list items, headings and table rows of a Markdown page, without code blocks."""
    found, first, fenced, in_list, after_blank, in_code = [], 0, False, False, True, False

    def end():
        if found:
            yield Piece(first, "doc", "\n".join(found))
            found.clear()

    for number, line in enumerate(page.split("\n"), 1):
        if FENCE.match(line):
            yield from end()
            fenced, after_blank = not fenced, False
            continue
        if fenced:
            continue
        if not line.strip():
            yield from end()
            after_blank = True
            continue
        item = LIST_ITEM.match(line)
        indent = len(line) - len(line.lstrip())
        if indent == 0 and not item and after_blank:
            in_list = False
        if indent >= (6 if in_list else 4) and (after_blank or in_code) and not (item and in_list):
            in_code, after_blank = True, False
            continue
        in_code, after_blank = False, False
        if line.lstrip().startswith("|"):
            yield from end()
            yield Piece(number, "table", line)
            continue
        if item or line.startswith("#"):
            yield from end()
            in_list = in_list or bool(item)
        if not found:
            first = number
        found.append(line)
        if line.startswith("#"):
            yield from end()
    yield from end()


def language(name, content):
    for suffix, found in ((".hpp", "cpp"), (".cpp", "cpp"), (".py", "python"), (".md", "markdown"),
                          (".js", "js"), (".html", "html"), (".sh", "hash"), (".cmake", "hash"),
                          ("CMakeLists.txt", "hash"), (".yml", "hash"), (".yaml", "hash")):
        if name.endswith(suffix):
            return found
    first = content.split("\n", 1)[0]
    if first.startswith("#!"):
        return "python" if "python" in first else "hash"
    return None


def pieces(name):
    content = sources.text(name)
    kind = language(name, content)
    if kind == "cpp":
        yield from scanned(content, CPP_TOKEN, name.startswith(PRODUCT))
        yield from test_names(content, CPP_TEST)
    elif kind == "js" and name.startswith(PAGE):
        yield from scanned(content, JS_TOKEN, True)
    elif kind == "html" and name.startswith(PAGE):
        yield Piece(1, "text", TAG.sub(lambda tag: " " + "\n" * tag[0].count("\n"), content))
    elif kind == "python":
        yield from scanned(content, PYTHON_TOKEN, False)
        yield from test_names(content, PYTHON_TEST)
    elif kind == "hash":
        comments = Comments()
        for match in HASH_COMMENT.finditer(content):
            begin = content.rfind("\n", 0, match.start()) + 1
            yield from comments.add(content.count("\n", 0, match.start()) + 1, match.start() - begin,
                                    not content[begin:match.start()].strip(), match["comment"])
        yield from comments.end()
    elif kind == "markdown":
        yield from paragraphs(content)
