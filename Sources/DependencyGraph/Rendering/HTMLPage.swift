/// The page around the drawing, with its style and its script.
enum HTMLPage {
  static let text = #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Dependency graph</title>
    <style>
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body { display: flex; flex-direction: column; color: #1b1f24; background: #fff;
      font: 14px ui-sans-serif, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
    header { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding: 8px 14px;
      border-bottom: 1px solid #d0d7de; background: #f6f8fa; }
    input, select, button { font: inherit; padding: 5px 9px; border: 1px solid #b8c0c8;
      border-radius: 6px; background: #fff; color: inherit; }
    button { cursor: pointer; }
    input { flex: 1 1 180px; max-width: 340px; min-width: 0; }
    select { max-width: 220px; }
    #count { color: #57606a; margin-left: auto; white-space: nowrap; }
    main { flex: 1; min-height: 0; display: flex; }
    #canvas { flex: 1; min-width: 0; overflow: hidden; cursor: grab; touch-action: none; }
    #canvas.dragged { cursor: grabbing; }
    #canvas svg { display: block; width: 100%; height: 100%; user-select: none; }
    #drawing .node { cursor: pointer; outline: none; }
    .swatch { width: 14px; height: 14px; display: inline-block; vertical-align: -2px; margin-right: 4px; }
    #legend { display: flex; flex-wrap: wrap; gap: 4px 12px; color: #57606a; font-size: 12px; }
    .node:focus-visible rect { stroke-width: 3; }
    .dim { opacity: .1; }
    .gone { display: none; }
    .edge.on { stroke: #24292f; stroke-opacity: 1; stroke-width: 2; }
    .node.chosen rect { stroke-width: 3; }
    aside { width: 320px; overflow: auto; border-left: 1px solid #d0d7de; padding: 12px 16px; }
    aside[hidden] { display: none; }
    aside h2 { font-size: 16px; margin: 0 0 4px; overflow-wrap: anywhere; }
    aside h3 { font-size: 13px; margin: 16px 0 4px; color: #57606a; }
    aside p { margin: 4px 0; overflow-wrap: anywhere; }
    aside ul { list-style: none; margin: 0; padding: 0; }
    aside li { margin: 3px 0; overflow-wrap: anywhere; }
    aside a { color: #0a58ca; cursor: pointer; text-decoration: none; }
    aside a:hover { text-decoration: underline; }
    .missing { color: #c62828; font-weight: 600; }
    @media (prefers-color-scheme: dark) {
      body { color: #e6edf3; background: #0d1117; }
      header { background: #161b22; border-color: #3d444d; }
      input, select, button { background: #0d1117; border-color: #3d444d; }
      aside { border-color: #3d444d; }
      aside h3, #count, #legend { color: #9aa4ae; }
      aside a { color: #6ea8fe; }
      .missing { color: #ff7b72; }
      .edge.on { stroke: #e6edf3; }
    @@DARK@@}
    @media (max-width: 700px) {
      main { flex-direction: column; }
      aside { width: auto; max-height: 45%; border-left: 0; border-top: 1px solid #d0d7de; }
      #count { display: none; }
    }
    </style>
    </head>
    <body>
    <header>
      <input id="search" type="search" placeholder="Search names" aria-label="Search names">
      <select id="module" aria-label="Module"><option value="">All modules</option></select>
      <select id="editor" aria-label="What opens files" title="What opens files">
        <option value="">Files: browser</option>
        <option value="vscode://file">Files: VS Code</option>
        <option value="zed://file">Files: Zed</option>
      </select>
      <button id="fit" type="button">Fit</button>
      <button id="clear" type="button" hidden>Show all</button>
      <div id="legend">@@LEGEND@@</div>
      <span id="count"></span>
    </header>
    <main>
    <div id="canvas">
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 @@WIDTH@@ @@HEIGHT@@" font-size="13"
      font-family="ui-sans-serif, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif">
    <defs><marker id="arrow" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7"
      orient="auto-start-reverse"><path d="M0 0.5 8 4 0 7.5z" fill="#7a8694"/></marker></defs>
    <g id="drawing">
    @@BODY@@</g>
    </svg>
    </div>
    <aside id="panel" hidden></aside>
    </main>
    <script type="application/json" id="data">@@DATA@@</script>
    <script>
    "use strict";
    const data = JSON.parse(document.getElementById("data").textContent);
    const size = { width: @@WIDTH@@, height: @@HEIGHT@@ };
    const svg = document.querySelector("#canvas svg");
    const canvas = document.getElementById("canvas");
    const panel = document.getElementById("panel");
    const search = document.getElementById("search");
    const moduleList = document.getElementById("module");
    const editor = document.getElementById("editor");
    const clear = document.getElementById("clear");
    const nodes = new Map(), edges = new Map();
    document.querySelectorAll("#drawing .node").forEach(e => nodes.set(+e.dataset.node, e));
    document.querySelectorAll(".edge").forEach(e => edges.set(+e.dataset.edge, e));
    let view = { x: 0, y: 0, width: size.width, height: size.height };
    let chosen = null;

    for (const name of [...new Set(data.nodes.map(n => n.module))].sort()) {
      const option = document.createElement("option");
      option.value = name;
      option.textContent = name;
      moduleList.append(option);
    }

    function show() {
      svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    }

    function fit(box) {
      const area = canvas.getBoundingClientRect();
      const wanted = box || { x: 0, y: 0, width: size.width, height: size.height };
      // Small graphs are not blown up beyond their own size.
      const scale = Math.max(wanted.width / area.width, wanted.height / area.height, 0.8);
      view.width = area.width * scale;
      view.height = area.height * scale;
      view.x = wanted.x + (wanted.width - view.width) / 2;
      view.y = wanted.y + (wanted.height - view.height) / 2;
      show();
    }

    // A large graph is not shrunk until it cannot be read: its upper left part is shown first.
    function start() {
      const area = canvas.getBoundingClientRect();
      const scale = Math.max(size.width / area.width, size.height / area.height);
      if (scale <= 1.7) return fit();
      view = { x: 0, y: 0, width: area.width * 1.4, height: area.height * 1.4 };
      show();
    }

    // Shows all that is bright, and what lies between.
    function fitBright() {
      let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
      nodes.forEach(element => {
        if (element.classList.contains("dim")) return;
        const box = element.getBBox();
        left = Math.min(left, box.x);
        top = Math.min(top, box.y);
        right = Math.max(right, box.x + box.width);
        bottom = Math.max(bottom, box.y + box.height);
      });
      if (left > right) return;
      fit({ x: left - 30, y: top - 30, width: right - left + 60, height: bottom - top + 60 });
    }

    function reach(start, from, to) {
      const found = new Set([start]), queue = [start];
      while (queue.length) {
        const node = queue.pop();
        for (const edge of data.edges) {
          if (edge[from] === node && !found.has(edge[to])) {
            found.add(edge[to]);
            queue.push(edge[to]);
          }
        }
      }
      return found;
    }

    function update() {
      const text = search.value.trim().toLowerCase(), module = moduleList.value;
      let kept = null;
      if (chosen !== null) {
        kept = new Set([...reach(chosen, "from", "to"), ...reach(chosen, "to", "from")]);
      }
      let count = 0;
      data.nodes.forEach((node, index) => {
        const inModule = !module || node.module === module;
        const matches = !text || node.name.toLowerCase().includes(text)
          || node.details.some(d => d.toLowerCase().includes(text));
        const bright = inModule && matches && (!kept || kept.has(index));
        if (bright) count += 1;
        const element = nodes.get(index);
        if (!element) return;
        element.classList.toggle("dim", !bright);
        element.classList.toggle("chosen", index === chosen);
      });
      data.edges.forEach((edge, index) => {
        const element = edges.get(index);
        if (!element) return;
        const both = !nodes.get(edge.from)?.classList.contains("dim")
          && !nodes.get(edge.to)?.classList.contains("dim");
        const one = !nodes.get(edge.from)?.classList.contains("dim")
          || !nodes.get(edge.to)?.classList.contains("dim");
        element.classList.toggle("dim", kept ? !both : text || module ? !one : false);
        element.classList.toggle("on", Boolean(kept) && both);
      });
      document.querySelectorAll(".frame").forEach(frame => {
        frame.classList.toggle("dim", Boolean(module) && frame.dataset.module !== module);
      });
      document.getElementById("count").textContent =
        count === data.nodes.length ? `${count} nodes` : `${count} of ${data.nodes.length} nodes`;
      clear.hidden = chosen === null && !text && !module;
    }

    function line(path, number) {
      const link = document.createElement("a");
      link.textContent = `${path}:${number}`;
      const whole = path.startsWith("/") ? path : data.root + path;
      const encoded = whole.split("/").map(encodeURIComponent).join("/");
      const file = new URL((whole.startsWith("/") ? "file://" : "") + encoded, location.href);
      link.href = editor.value ? editor.value + file.pathname + ":" + number : file.href + "#L" + number;
      return link;
    }

    function list(title, entries) {
      if (!entries.length) return;
      const heading = document.createElement("h3");
      heading.textContent = `${title} (${entries.length})`;
      const items = document.createElement("ul");
      for (const [edge, other] of entries) {
        const item = document.createElement("li"), link = document.createElement("a");
        link.textContent = data.nodes[other].name;
        link.tabIndex = 0;
        link.onclick = () => choose(other);
        link.onkeydown = event => { if (event.key === "Enter") choose(other); };
        item.append(link);
        if (edge.condition) item.append(` (#if ${edge.condition})`);
        if (edge.path) item.append(" ", line(edge.path, edge.line));
        items.append(item);
      }
      panel.append(heading, items);
    }

    function shortestWay(target) {
      const before = new Map([[target, null]]), queue = [target];
      let last = target;
      while (queue.length) {
        const node = queue.shift();
        last = node;
        const incoming = data.edges.filter(e => e.to === node && !before.has(e.from));
        for (const edge of incoming) {
          before.set(edge.from, node);
          queue.push(edge.from);
        }
      }
      const way = [];
      for (let node = last; node !== null; node = before.get(node)) way.push(node);
      return way;
    }

    function choose(index) {
      chosen = index;
      panel.replaceChildren();
      panel.hidden = index === null;
      if (index !== null) {
        const node = data.nodes[index];
        const title = document.createElement("h2");
        title.textContent = node.name;
        const kind = document.createElement("p");
        kind.textContent = `${node.kind} of ${node.module}`;
        panel.append(title, kind);
        if (node.missing) {
          const missing = document.createElement("p");
          missing.className = "missing";
          missing.textContent = node.kind === "key" ? "It has no live value." : "Nobody registers it.";
          panel.append(missing);
        }
        for (const detail of node.details) {
          const paragraph = document.createElement("p");
          paragraph.textContent = detail;
          panel.append(paragraph);
        }
        if (node.path) {
          const paragraph = document.createElement("p");
          paragraph.append(line(node.path, node.line));
          panel.append(paragraph);
        }
        const way = shortestWay(index);
        if (way.length > 1) {
          const heading = document.createElement("h3"), paragraph = document.createElement("p");
          heading.textContent = "Reached from";
          paragraph.textContent = way.map(i => data.nodes[i].name).join(" → ");
          panel.append(heading, paragraph);
        }
        list("Needs", data.edges.filter(e => e.from === index).map(e => [e, e.to]));
        list("Needed by", data.edges.filter(e => e.to === index).map(e => [e, e.from]));
      }
      update();
    }

    nodes.forEach((element, index) => {
      element.tabIndex = 0;
      element.addEventListener("click", () => { if (!moved) choose(index); });
      element.addEventListener("keydown", event => { if (event.key === "Enter") choose(index); });
    });
    search.addEventListener("input", update);
    search.addEventListener("keydown", event => {
      if (event.key !== "Enter") return;
      const first = data.nodes.findIndex((_, index) => !nodes.get(index)?.classList.contains("dim"));
      if (first >= 0) choose(first);
      fitBright();
    });
    editor.addEventListener("change", () => choose(chosen));
    moduleList.addEventListener("change", () => {
      update();
      const frame = [...document.querySelectorAll(".frame")]
        .find(f => f.dataset.module === moduleList.value);
      fit(frame ? frame.getBBox() : null);
    });
    document.getElementById("fit").onclick = () => fit();
    clear.onclick = () => {
      search.value = "";
      moduleList.value = "";
      choose(null);
      fit();
    };
    addEventListener("keydown", event => { if (event.key === "Escape") clear.onclick(); });
    addEventListener("resize", () => chosen === null ? start() : fitBright());

    let drag = null, moved = false;
    canvas.addEventListener("pointerdown", event => {
      drag = { x: event.clientX, y: event.clientY, view: { ...view } };
      moved = false;
    });
    addEventListener("pointermove", event => {
      if (!drag) return;
      const scale = view.width / canvas.clientWidth;
      const x = event.clientX - drag.x, y = event.clientY - drag.y;
      if (Math.abs(x) + Math.abs(y) > 4) moved = true;
      if (!moved) return;
      canvas.classList.add("dragged");
      view.x = drag.view.x - x * scale;
      view.y = drag.view.y - y * scale;
      show();
    });
    addEventListener("pointerup", () => {
      drag = null;
      canvas.classList.remove("dragged");
    });
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      const area = canvas.getBoundingClientRect(), factor = Math.exp(event.deltaY * 0.0015);
      const x = view.x + (event.clientX - area.left) / area.width * view.width;
      const y = view.y + (event.clientY - area.top) / area.height * view.height;
      view.x = x - (x - view.x) * factor;
      view.y = y - (y - view.y) * factor;
      view.width *= factor;
      view.height *= factor;
      show();
    }, { passive: false });

    // `page.html#name` opens with that node in focus.
    function follow() {
      let wanted = location.hash.slice(1);
      try { wanted = decodeURIComponent(wanted); } catch { return; }
      wanted = wanted.replace(/^focus=/, "").replace(/^\\?\./, "");
      const index = wanted ? data.nodes.findIndex(n => n.name === wanted) : -1;
      if (index < 0) return;
      choose(index);
      fitBright();
    }
    addEventListener("hashchange", follow);
    update();
    start();
    follow();
    </script>
    </body>
    </html>

    """#
}
