"""Phrases that comments, texts and docs do not use, each with the words to use instead.

A phrase is a regular expression that starts and ends at a word's ends; a blank in it also matches a line end.
Code spans are never searched, so the name of a thing may be given in backticks."""

import re

import prose

# (phrase, words to use instead, folders where alone it is banned or None for all)
BANNED = (
    # Clauses in place of nouns
    (r"who(?:so)?ever|whomever", "the client, the caller, the operator …", None),
    (r"whom", "name the person or program", None),
    (r"(?:what|who) is (?:not )?known", "known fields / unknown fields", None),
    (r"what (?:is|are) out", "the outstanding request", None),
    (r"what is to be|what has to be|what there is|what is there", "name the thing", None),
    (r"whose it is|who has it|who takes? (?:it )?over", "the owner / the new owner", None),
    (r"nobody|somebody", "no client, no conductor, no operator … / a client, another process …", None),
    # Verbs that are not the field's
    (r"be had|to be had|can be got|get hold of|gets hold of|got hold of", "be available; obtain", None),
    (r"(?:goes|go|went) on(?= (?:with|to|as|after|until|from|where|when|while|at|in|for|once|only|by)\b|[.,;:)]|$)"
     r"|that goe?s? on|go on working|goes on working", "continue, resume", None),
    (r"lets? (?:it |them |him |her |one )?in|let (?:it |them )in", "accept; allow", None),
    (r"turn(?:s|ed)? away", "reject", None),
    (r"br(?:eaks?|oke|oken|eaking) off", "fail; abort (by an operator); lose (a connection)", None),
    (r"(?:is|are|was|were|be|been) gone", "is deleted, is missing, has left", None),
    (r"(?:made|make|makes|written|writes?|wrote|built|builds?|started|starts?|drawn|draws?|"
     r"begun|begins?|read|reads|claimed|claims?|sent|sends?|fetched|fetches|asked|asks?|got|created|creates|"
     r"opened|opens|loaded|loads|tried|tries|taken|takes) anew", "rebuild, rewrite, restart, resend, retry …", None),
    (r"anew", "again; from scratch", None),
    (r"lies? (?:in|below|beside|at|under|there|where)|lay (?:in|below|beside)", "is in, is stored in", None),
    (r"stands? (?:in|below|beside|there)(?! line)", "is in, is stored in; replaces", None),
    (r"by its own words?|in its own words?", "as it reports", None),
    (r"(?:is|are|was|were|be|been|being) told", "receives, is notified, is sent; knows", None),
    (r"told (?:of|about)", "notified of; informed of", None),
    (r"(?:hears?|heard) (?:from|of|nothing)|last heard", "receive (a heartbeat, an event); last heartbeat", None),
    (r"learnt|learns? (?:of|that|whether|what|where)", "receives, finds out, is notified", None),
    (r"put(?:s|ting)? aside|set aside|put by|laid aside", "skip; queue; store", None),
    (r"a beat|beats|its beat", "heartbeat", None),
    (r"asked again|asks? again", "retried; polled again", None),
    (r"the way to (?:active|available|manageable|its goal|where)", "target state", None),
    (r"knows it as", "(log) search for", None),
    (r"take-?overs?(?<!takeover)(?<!takeovers)", "takeover", None),
    (r"come(?:s)? to nothing|in vain", "fails", None),
    (r"(?<!taken\s)for good", "permanently", None),
    (r"lets? go(?: of)?", "release", None),
    (r"hand(?:s|ed)? on", "forward, export", None),
    (r"finds? (?:it |them )?its way", "reaches", None),
    (r"ask(?:s|ed)? for its? (?:way|leave)", "request", None),
    (r"strikes?|struck", "stop, cancel", None),
    # Nouns that are not the field's
    (r"heirs?", "new owner", None),
    (r"surveys?", "power sync", None),
    (r"discs?", "boot ISO, ISO image", None),
    (r"last words", "last error, final message", None),
    (r"(?:one's|an|of one's) own", "its own …", None),
    (r"couriers?", "dispatcher", None),
    (r"(?<!dead\s)(?<!dead-)letters?", "delivery", ("actors/webhooks/", "actors/runtime/webhooks/", "drivers/webhook/",
                                                   "tests/unit/actors/webhooks/", "tests/unit/drivers/webhook/")),
    (r"judge[sd]?|judging|record judge", "check, validate; checker, validator", None),
    (r"no room|room for|its room|enough room", "capacity; space", None),
    (r"as it were|so to speak|in truth|beyond doubt", "leave it out", None),
    (r"by chance", "at random; leave it out", None),
    (r"hardly ever|hardly", "rarely; almost never", None),
    (r"thereof|therein|thereby|wherein|whereby|whence|hence|thus|likewise|save for", "from which, so, also …", None),
    (r"(?:is|are) no more(?! than)", "is deleted; has ended", None),
    (r"as to what|as to whether", "whether", None),
    (r"own accord", "by itself; without a request", None),
    (r"out of the way", "removed", None),
    (r"(?:by|of) which", "two sentences; that … uses", None),
    (r"meanwhile", "during …, since, at the same time", None),
)

BLANK = re.compile(r"(?<!\\) ")
PATTERNS = [re.compile(r"(?:" + BLANK.sub(r"\\s+", phrase) + r")(?!\w)") for phrase, *_ in BANNED]
# Without groups, which makes it twice as fast; row_of() then finds the row.
ALL = re.compile(r"\b(?:" + "|".join(pattern.pattern for pattern in PATTERNS) + ")")


def row_of(match):
    return next(row for row, pattern in zip(BANNED, PATTERNS)
                if pattern.match(match.string, match.start()))


def is_read(piece):
    """A literal without a blank is a key, a name or a value, no text."""
    return piece.kind != "text" or " " in piece.text.strip()


def found(name):
    """(line, phrase as found, words to use instead) of each banned phrase of a file."""
    for piece in prose.pieces(name):
        if not is_read(piece):
            continue
        text = prose.without_code(piece.text).lower()
        for match in ALL.finditer(text):
            _, instead, folders = row_of(match)
            phrase = " ".join(match[0].split())
            if folders is None or name.startswith(folders):
                yield prose.line_of(piece, match.start()), phrase, instead
