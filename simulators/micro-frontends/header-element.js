/**
 * The header shared by all portals. Uses neither inline styles nor HTML strings, which the portals' content policies
 * forbid.
 */
const version = "VERSION";

const style = new CSSStyleSheet();
style.replaceSync(`
  :host { display: block; background: #101840; color: #ffffff; font-size: 14px; font-weight: 500; line-height: 1.5; }
  .bar { display: flex; align-items: center; gap: 4px 16px; max-width: 1440px; min-height: 56px; margin: 0 auto; padding: 0 24px; box-sizing: border-box; }
  a, button { color: inherit; font: inherit; text-decoration: none; background: none; border: 0; cursor: pointer; min-height: 32px; padding: 0 12px; border-radius: 6px; display: inline-flex; align-items: center; white-space: nowrap; }
  a:hover, button:hover, [aria-expanded="true"] { background: rgb(255 255 255 / 0.14); }
  :focus-visible { outline: 2px solid #93a5ff; outline-offset: 2px; }
  [aria-current="page"] { background: rgb(255 255 255 / 0.2); }
  .home { font-weight: 600; font-size: 16px; padding-left: 0; }
  nav { display: flex; flex: 1; gap: 4px; }
  ul { list-style: none; margin: 0; padding: 0; }
  .menu { position: relative; }
  .menu ul { position: absolute; top: 40px; min-width: 220px; padding: 4px; border-radius: 10px; background: #ffffff; color: #10131c; box-shadow: 0 8px 24px rgb(16 24 64 / 0.24); z-index: 40; }
  .menu.end ul { right: 0; }
  .menu ul a, .menu ul button { width: 100%; box-sizing: border-box; }
  .menu ul a:hover, .menu ul button:hover { background: #eef0f7; }
  [hidden] { display: none !important; }
  .toggle { display: none; margin-left: auto; }
  @media (max-width: 1023px) {
    .bar { flex-wrap: wrap; align-content: center; padding: 6px 24px; }
    .toggle { display: inline-flex; min-height: 44px; }
    .bar:not(.open) > nav, .bar:not(.open) > .menu { display: none; }
    nav { flex: 1 0 100%; flex-direction: column; }
    .menu { width: 100%; }
    .menu ul { position: static; box-shadow: none; background: none; color: inherit; padding-left: 12px; }
    .menu ul a:hover, .menu ul button:hover { background: rgb(255 255 255 / 0.14); }
    a, button { min-height: 44px; }
    .bar:not(.open) { min-height: 56px; }
    .bar.open { max-height: 100dvh; overflow-y: auto; padding-bottom: 12px; }
  }
  @media (max-width: 767px) { .bar { padding-inline: 16px; } }
`);

function make(tag, attributes = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  made.append(...children);
  return made;
}

class SharedHeader extends HTMLElement {
  static observedAttributes = ["current", "locale"];
  #person;
  #menu = [];
  #portals = [];

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [style];
    this.shadowRoot.addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    this.shadowRoot.addEventListener(
      "focusout",
      ({ relatedTarget }) => relatedTarget && !this.shadowRoot.contains(relatedTarget) && this.#close(),
    );
  }
  get person() {
    return this.#person;
  }
  set person(person) {
    this.#person = person;
    this.#draw();
  }
  get menu() {
    return this.#menu;
  }
  set menu(menu) {
    this.#menu = menu;
    this.#draw();
  }
  get portals() {
    return this.#portals;
  }
  set portals(portals) {
    this.#portals = portals;
    this.#draw();
  }
  connectedCallback() {
    this.#draw();
  }
  attributeChangedCallback() {
    this.#draw();
  }

  #tell(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }
  #close() {
    for (const button of this.shadowRoot.querySelectorAll(".menu > [aria-expanded]"))
      button.setAttribute("aria-expanded", "false");
    for (const list of this.shadowRoot.querySelectorAll(".menu ul")) list.hidden = true;
  }

  #entry({ label, href, action }) {
    if (action !== undefined) {
      const button = make("button", { type: "button" }, [label]);
      button.addEventListener("click", () => {
        this.#close();
        this.#tell("portal-action", { action });
      });
      return button;
    }
    const current = this.getAttribute("current") ?? "";
    const path = href.split("?")[0];
    const link = make("a", { href, "aria-current": (current === path || current.startsWith(`${path}/`)) && "page" }, [
      label,
    ]);
    link.addEventListener("click", (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      this.#close();
      // A portal that handles the navigation cancels the event; elsewhere the link works as usual.
      if (!this.#tell("portal-navigate", { href })) event.preventDefault();
    });
    return link;
  }
  #dropdown({ label, items, end }) {
    const list = make(
      "ul",
      { hidden: true },
      items.map((item) => make("li", {}, [this.#entry(item)])),
    );
    const button = make("button", { type: "button", "aria-expanded": "false" }, [label, " ▾"]);
    button.addEventListener("click", () => {
      const open = list.hidden;
      this.#close();
      list.hidden = !open;
      button.setAttribute("aria-expanded", String(open));
    });
    return make("div", { class: end ? "menu end" : "menu" }, [button, list]);
  }

  #draw() {
    if (!this.isConnected) return;
    const bar = make("div", { class: "bar" });
    const toggle = make("button", { type: "button", class: "toggle", "aria-expanded": "false" }, ["Menu"]);
    toggle.addEventListener("click", () => toggle.setAttribute("aria-expanded", String(bar.classList.toggle("open"))));
    const home = this.#entry({ label: "Tradewind One", href: "/" });
    home.classList.add("home");
    home.removeAttribute("aria-current");
    const main = this.#menu.filter(({ place }) => place !== "end");
    const end = this.#menu.filter(({ place }) => place === "end");
    const elsewhere = version === "1" || this.#portals.length === 0 ? [] : [{ label: "Portals", items: this.#portals }];
    bar.append(
      home,
      toggle,
      make(
        "nav",
        { "aria-label": "Main" },
        [...main, ...elsewhere].map((line) => (line.items ? this.#dropdown(line) : this.#entry(line))),
      ),
      ...end.map((line) => this.#dropdown({ ...line, end: true })),
    );
    this.shadowRoot.replaceChildren(make("header", { "data-version": version }, [bar]));
  }
}

customElements.define("tradewind-shared-header", SharedHeader);
