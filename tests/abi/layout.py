#!/usr/bin/env python3
"""Compare the structs and enums of two dumps of abidw: programs that were compiled with the first run with the second.

    tests/abi/layout.py RECORD NOW HEADERS

Structs and enums are those that the public headers in the folder HEADERS define; handles have no layout.
Every member of a struct stays where it is and what it is.  A struct that begins with struct_size may get members at
its end, and so may events, which belong to the library; all others stay as large as they are.  Enumerators keep their
values, but for the numbers of them, SG_N_...  Prints what changed and exits with 1 if something did.

abidiff alone does not see it: a rule that lets structs grow also hides members that move.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

EVENTS = {"sg_run_event", "sg_search_event"}


class Dump:
    """The public types of a library."""

    def __init__(self, path):
        root = xml.parse(path).getroot()
        self.types = {}
        self.structs = {}
        self.enums = {}
        for node in root.iter():
            if "id" in node.attrib:
                self.types.setdefault(node.attrib["id"], node)
            name = node.attrib.get("name", "")
            if not name.startswith("sg_"):
                continue
            if node.tag == "class-decl" and node.find("data-member") is not None:
                self.structs.setdefault(name, node)
            if node.tag == "enum-decl":
                self.enums.setdefault(name, node)

    def words(self, identity):
        """A type in words, which are the same in every dump."""
        node = self.types.get(identity)
        if node is None:
            return "?"
        inner = node.attrib.get("type-id")
        if node.tag == "pointer-type-def":
            return self.words(inner) + " *"
        if node.tag == "qualified-type-def":
            return "const " + self.words(inner)
        if node.tag == "array-type-def":
            return self.words(inner) + "".join("[%s]" % s.attrib.get("length") for s in node.findall("subrange"))
        if node.tag == "function-type":
            given = [self.words(p.attrib["type-id"]) for p in node.findall("parameter")]
            return "%s(%s)" % (self.words(node.find("return").attrib["type-id"]), ", ".join(given))
        return node.attrib.get("name", node.tag)

    def members(self, name):
        """Offset in bits and type of every member of a struct."""
        found = {}
        for member in self.structs[name].findall("data-member"):
            variable = member.find("var-decl")
            found[variable.attrib["name"]] = (
                int(member.attrib["layout-offset-in-bits"]),
                self.words(variable.attrib["type-id"]),
            )
        return found

    def size(self, name):
        return int(self.structs[name].attrib["size-in-bits"])

    def values(self, name):
        return {e.attrib["name"]: e.attrib["value"] for e in self.enums[name].findall("enumerator")}


def struct_changes(before, now, name):
    old, new = before.members(name), now.members(name)
    may_grow = "struct_size" in old or name in EVENTS
    for member, place in old.items():
        if member not in new:
            yield "%s.%s is gone" % (name, member)
        elif new[member] != place:
            yield "%s.%s was at bit %d, a %s; it is at bit %d, a %s" % ((name, member) + place + new[member])
    if now.size(name) != before.size(name) and not (may_grow and now.size(name) > before.size(name)):
        yield "%s had %d bits, it has %d" % (name, before.size(name), now.size(name))
    for member, place in new.items():
        if member not in old and place[0] < max(offset for offset, _ in old.values()):
            yield "%s.%s is new and not at the end" % (name, member)


def enum_changes(before, now, name):
    new = now.values(name)
    for word, value in before.values(name).items():
        if word not in new:
            yield "%s: %s is gone" % (name, word)
        elif new[word] != value and not re.match(r"SG_N_", word):
            yield "%s: %s was %s, it is %s" % (name, word, value, new[word])


def main():
    before, now = Dump(sys.argv[1]), Dump(sys.argv[2])
    text = "".join(p.read_text() for p in pathlib.Path(sys.argv[3]).glob("*.h"))
    changes = []
    n_compared = 0
    for word, kind, compare in (("struct", "structs", struct_changes), ("enum", "enums", enum_changes)):
        for name in re.findall(r"\btypedef %s (sg_\w+) \{" % word, text):
            if name in getattr(before, kind) and name in getattr(now, kind):
                changes += compare(before, now, name)
                n_compared += 1
    for change in changes:
        print("abi: " + change)
    if n_compared < 50:
        sys.exit("abi: the dumps have few of the structs and enums of the headers")
    return 1 if changes else 0


if __name__ == "__main__":
    sys.exit(main())
