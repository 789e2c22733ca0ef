"""How pages are sent: files kept by a browser as long as they are the same, and two pages in few parts."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.web.looking import Look
from tools.check.pages import fetched
from web.pages import static_files
from web.pages.static_files import BUNDLED, STATIC, BundleError, bundle_of, current_version, page_html

SOURCES = frozenset(path for path in STATIC.rglob("*") if path.suffix in {".html", ".js", ".css", ".svg"})
NAMED = re.compile(r'(?:src|href)="(/static/[^"]+)"')
ADDRESSES = {"phone": "/phone", "table": "/"}


@pytest.mark.parametrize("address", ["/", "/phone", "/replay", "/overlay", "/pair"])
def test_every_file_that_a_page_names_is_kept_by_a_browser(client: httpx.Client, address: str) -> None:
    named = NAMED.findall(client.get(address).text)
    assert named
    for one in named:
        if one.startswith("/static/installed/"):  # what an installed page is known by has one address in all versions
            assert client.get(one).headers["cache-control"] == "no-cache"
            continue
        answer = client.get(one)
        assert answer.status_code == 200, one
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("said", ["@00000000", "@00000000.phone", "@.phone", "@"])
def test_a_file_of_another_version_is_what_lies_here_and_is_not_kept(client: httpx.Client, said: str) -> None:
    page_html(BUNDLED["phone"])
    answer = client.get(f"/static/{said}/phone/phone.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.content == (STATIC / "phone" / "phone.js").read_bytes()


@pytest.mark.parametrize("said", ["@", f"@{'0' * 8}.phone"])
def test_a_version_leads_nowhere_else(client: httpx.Client, said: str) -> None:
    for path in ("../app.py", "..%2fapp.py", "%2e%2e/%2e%2e/app.py", "phone/../../app.py", "/etc/passwd"):
        assert client.get(f"/static/{said}/{path}").status_code == 404, path


def test_a_changed_file_changes_every_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.js").write_text("1")
    monkeypatch.setattr("web.pages.static_files.STATIC", tmp_path)
    before = current_version()
    assert current_version() == before
    (tmp_path / "one.js").write_text("2")
    changed = current_version()
    (tmp_path / "one.js").rename(tmp_path / "other.js")
    assert len({before, changed, current_version()}) == 3


@pytest.mark.parametrize("page", BUNDLED)
def test_the_bundle_has_every_module_of_its_page_once(page: str) -> None:
    bundle = bundle_of(page, current_version())
    code = bundle.texts[f"{page}/{page}.js"]
    fetched_files = fetched(STATIC / BUNDLED[page], SOURCES, later=False)
    modules = {path.relative_to(STATIC).as_posix() for path in fetched_files if path.suffix == ".js"}
    entries = set(re.findall(r'src="/static/([^"]+)"', (STATIC / BUNDLED[page]).read_text()))
    assert sorted(re.findall(r'^modules\["([^"]+)"\] =', code, re.M)) == sorted(modules - entries)
    assert set(bundle.texts) == (modules - entries) | {f"{page}/{page}.js", f"{page}/{page}.css"}
    styles = re.findall(r'rel="stylesheet" href="/static/([^"]+)"', (STATIC / BUNDLED[page]).read_text())
    rules = [(STATIC / name).read_text().count("{") for name in styles]
    assert bundle.texts[f"{page}/{page}.css"].count("{") == sum(rules)


@pytest.mark.parametrize("page", BUNDLED)
def test_a_bundle_has_every_text_that_its_page_may_say_also_in_modules_loaded_later(page: str) -> None:
    scripts = [path for path in fetched(STATIC / BUNDLED[page], SOURCES, later=True) if path.suffix == ".js"]
    said = {code for path in scripts for code in re.findall(r'\bsay\(\s*"([a-z0-9-]+)"', path.read_text())}
    texts = bundle_of(page, current_version()).texts[f"{page}/{page}.js"]
    assert len(said) > 50
    assert sorted(code for code in said if f"{code} =" not in texts) == []


@pytest.mark.parametrize("page", BUNDLED)
def test_no_module_of_a_bundle_waits_while_it_is_first_run(page: str) -> None:
    for path in fetched(STATIC / BUNDLED[page], SOURCES, later=False):
        if path.suffix == ".js":
            assert re.search(r"^(?:\w.*\s)?await\b", path.read_text(), re.M) is None, path


@pytest.mark.nightly
@pytest.mark.parametrize("page", BUNDLED)
def test_what_is_loaded_later_gets_what_the_page_has(look: Look, page: str) -> None:
    shown = look.at(ADDRESSES[page])
    same = shown.evaluate(
        """async () => {
          const [script] = document.querySelectorAll("script[type=module]");
          const { modules } = await import(script.src);
          const found = [];
          for (const [name, made] of Object.entries(modules)) {
            const own = await import(new URL(`../${name}`, script.src));
            if (Object.keys(made).some((key) => own[key] !== made[key])) found.push(name);
            if (Object.keys(own).length !== Object.keys(made).length) found.push(name);
          }
          return [Object.keys(modules).length, found];
        }"""
    )
    assert same[0] > 20
    assert same[1] == []
    assert look.faults == []


def test_a_vendored_module_keeps_its_exports_in_a_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, written in {
        "p/page.html": '<link rel="stylesheet" href="/static/p/p.css">\n'
        '<script type="module" src="/static/p/p.js"></script>\n',
        "p/p.css": "",
        "p/p.js": 'import { h as make, render } from "../vendor/v.js";\nif (render(make(2)) === 4) done();\n',
        "vendor/v.js": "var n=1,t=n=>n+n,u=n=>n;export{t as createElement,t as h,u as render};\n//# source=v.map\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(written)
    monkeypatch.setattr(static_files, "STATIC", tmp_path)
    monkeypatch.setitem(static_files.BUNDLED, "p", "p/page.html")
    texts = bundle_of("p", "vendored").texts
    (tmp_path / "bundle.mjs").write_text(f"const done = () => console.log('done');\n{texts['p/p.js']}")
    node = shutil.which("node")
    assert node is not None, "node is missing: run 'sh deploy/prepare.sh test'"
    done = subprocess.run([node, tmp_path / "bundle.mjs"], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "done\n"
    assert "export const { createElement, h, render }" in texts["vendor/v.js"]


@pytest.mark.parametrize(
    "text",
    [
        'import { b } from "./b.js";\nexport const a = b;\n',
        'import * as b from "./c.js";\n',
        "export default 1;\n",
        'export { c } from "./c.js";\n',
        "export let a = 1;\n",
    ],
)
def test_what_the_bundle_cannot_keep_as_it_is_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    for name, written in {
        "page.html": '<link rel="stylesheet" href="/static/p/p.css">\n'
        '<script type="module" src="/static/p/p.js"></script>\n',
        "p.css": "",
        "p.js": 'import { a } from "./a.js";\na();\n',
        "a.js": text,
        "b.js": 'import { a } from "./a.js";\nexport const b = a;\n',
        "c.js": "export const c = 1;\n",
    }.items():
        (tmp_path / "p").mkdir(exist_ok=True)
        (tmp_path / "p" / name).write_text(written)
    monkeypatch.setattr(static_files, "STATIC", tmp_path)
    monkeypatch.setitem(static_files.BUNDLED, "p", "p/page.html")
    with pytest.raises(BundleError) as error:
        bundle_of("p", text)
    assert error.value.message.code in {"page-script-circle", "page-script-form"}
