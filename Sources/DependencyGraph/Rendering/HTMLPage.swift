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
    svg { display: block; width: 100%; height: 100%; user-select: none; }
    .node { cursor: pointer; outline: none; }
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
      <button id="fit" type="button">Fit</button>
      <button id="clear" type="button" hidden>Show all</button>
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
    const svg = document.querySelector("svg");
    const canvas = document.getElementById("canvas");
    const panel = document.getElementById("panel");
    const search = document.getElementById("search");
    const moduleList = document.getElementById("module");
    const clear = document.getElementById("clear");
    const nodes = new Map(), edges = new Map();
    document.querySelectorAll(".node").forEach(e => nodes.set(+e.dataset.node, e));
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
      const absolute = path.startsWith("/") ? "file://" + path : path;
      link.href = encodeURI(absolute) + "#L" + number;
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
    addEventListener("resize", () => fit());

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

    const wanted = decodeURIComponent(location.hash.slice(1));
    update();
    fit();
    if (wanted) {
      const index = data.nodes.findIndex(n => n.name === wanted);
      if (index >= 0) choose(index);
    }
    </script>
    </body>
    </html>

    """#
}
