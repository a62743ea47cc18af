/** The footer shared by all portals. */
const version = "VERSION";

const style = new CSSStyleSheet();
style.replaceSync(`
  :host { display: block; background: #101840; color: #c3ccf5; font-size: 13px; line-height: 1.5; }
  div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px 24px; max-width: 1440px; margin: 0 auto; padding: 20px 24px; box-sizing: border-box; }
  p { margin: 0; }
  @media (max-width: 767px) { div { padding: 20px 16px; } }
`);

class SharedFooter extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [style];
  }
  connectedCallback() {
    const line = (text) => Object.assign(document.createElement("p"), { textContent: text });
    const words = document.createElement("div");
    words.append(line("Tradewind Distribution Ltd, registered in England and Wales"));
    if (version !== "1") words.append(line("One sign-in for all portals"));
    const footer = document.createElement("footer");
    footer.append(words);
    this.shadowRoot.replaceChildren(footer);
  }
}

customElements.define("tradewind-shared-footer", SharedFooter);
