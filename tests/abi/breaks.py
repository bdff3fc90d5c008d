#!/usr/bin/env python3
"""The check of the binary interface fails where a program of 0.2 would break, and only there.

    tests/abi/breaks.py

Changes the record in one place after the other and compares it with itself.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RECORD = (HERE / "sharegnn-0.2.xml").read_text()


def element(tag, name):
    """The text of an element of the record."""
    return re.search(r"<%s name='%s'(?: [^>]*)?>.*?</%s>" % (tag, name, tag), RECORD, re.S).group(0)


def changed(text, old, new):
    assert old in text, old
    return text.replace(old, new, 1)


def grown(name):
    """A struct with a member more at its end."""
    struct = element("class-decl", name)
    size = int(re.search(r"size-in-bits='(\d+)'", struct).group(1))
    of_type = re.search(r"<var-decl name='\w+' type-id='([^']*)'", struct).group(1)
    member = (
        "<data-member access='public' layout-offset-in-bits='%d'><var-decl name='more' type-id='%s' "
        "visibility='default'/></data-member></class-decl>" % (size, of_type)
    )
    larger = changed(struct, "size-in-bits='%d'" % size, "size-in-bits='%d'" % (size + 64))
    return changed(RECORD, struct, changed(larger, "</class-decl>", member))


def moved(name, member):
    struct = element("class-decl", name)
    at = re.search(r"layout-offset-in-bits='(\d+)'>\s*<var-decl name='%s'" % member, struct)
    return changed(RECORD, struct, changed(struct, at.group(0), at.group(0).replace(at.group(1), "%d" % (int(at.group(1)) + 64))))


def retyped(name, member, like):
    """A member that has the type of another one."""
    struct = element("class-decl", name)
    kinds = dict(re.findall(r"<var-decl name='(\w+)' type-id='([^']*)'", struct))
    old = "name='%s' type-id='%s'" % (member, kinds[member])
    return changed(RECORD, struct, changed(struct, old, "name='%s' type-id='%s'" % (member, kinds[like])))


def without_function(name):
    text = re.sub(r"\s*<elf-symbol name='%s'[^>]*/>" % name, "", RECORD)
    return changed(text, element("function-decl", name), "")


def without_parameter(name):
    function = element("function-decl", name)
    return changed(RECORD, function, re.sub(r"\s*<parameter [^>]*/>", "", function, count=1))


def other_value(enum, word, value):
    whole = element("enum-decl", enum)
    return changed(RECORD, whole, re.sub(r"name='%s' value='\d+'" % word, "name='%s' value='%d'" % (word, value), whole))


CASES = [
    ("nothing", True, RECORD),
    ("a struct with struct_size grows at its end", True, grown("sg_model_options")),
    ("an event grows at its end", True, grown("sg_run_event")),
    ("a number of enumerators", True, other_value("sg_task", "SG_N_TASKS", 4)),
    ("sg_measure grows, of which callers have arrays", False, grown("sg_measure")),
    ("sg_epoch grows, which callers copy", False, grown("sg_epoch")),
    ("a member moves", False, moved("sg_model_options", "decoder")),
    ("a member is of another type", False, retyped("sg_model_options", "n_encoders", "noise")),
    ("an enumerator has another value", False, other_value("sg_task", "SG_REGRESSION", 5)),
    ("a function is gone", False, without_function("sg_labels_compare")),
    ("a parameter is gone", False, without_parameter("sg_data_find")),
]


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        now = pathlib.Path(folder, "now.xml")
        for name, fine, text in CASES:
            now.write_text(text)
            command = [HERE / "check.sh", "--dumps", HERE / "sharegnn-0.2.xml", now]
            code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
            if code == 77:
                sys.exit(77)
            print("%s: %s" % (name, "fine" if code == 0 else "a break"))
            failed += (code == 0) != fine
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
