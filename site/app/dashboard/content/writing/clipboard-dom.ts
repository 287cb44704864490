// Small functions for the steps that clean a clipboard's HTML. They use the DOM alone, without styles or layout.

const blockSelector =
  'address,article,aside,blockquote,body,caption,center,dd,details,div,dl,dt,figcaption,' +
  'figure,footer,h1,h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,p,pre,section,summary,table,tbody,' +
  'td,tfoot,th,thead,tr,ul';
const blocks = new Set(blockSelector.toUpperCase().split(','));

export function isElement(node: Node | null | undefined): node is Element {
  return node?.nodeType === 1;
}

export function isBlock(node: Node | null | undefined): boolean {
  return blocks.has(node?.nodeName ?? '');
}

export function hasBlocks(element: Element): boolean {
  return Boolean(element.querySelector(blockSelector));
}

export function isList(node: Node | null | undefined): node is Element {
  return node?.nodeName === 'UL' || node?.nodeName === 'OL';
}

export function isBlank(node: Node): boolean {
  const text = node.textContent ?? '';
  if (text.trim() !== '') return false;
  return !isElement(node) || (node.nodeName !== 'IMG' && !node.querySelector('img,hr'));
}

/** All matching elements, as they are now. */
export function findAll(root: ParentNode, selector: string): Element[] {
  return Array.from(root.querySelectorAll(selector));
}

/** Moves nodes to the end of an element. */
export function appendAll(element: Element, nodes: ArrayLike<Node>): void {
  for (const node of Array.from(nodes)) element.appendChild(node);
}

/** Replaces an element by its children. */
export function unwrap(element: Element): void {
  for (const child of Array.from(element.childNodes)) element.parentNode?.insertBefore(child, element);
  element.remove();
}

/** Puts the children of an element into a new one inside it. */
export function wrapChildren(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name);
  appendAll(wrapper, element.childNodes);
  element.appendChild(wrapper);
}

/** Makes an element of another name with the same children. */
export function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  appendAll(renamed, element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/**
 * HTML without comments, such as those of Word. Its styles and event handlers are renamed, because browsers report them
 * to the console as violations of the page's policy, also in a document that is never shown.
 */
export function hideFromPolicy(html: string): string {
  return html
    .replaceAll(/<!(?:--[^]*?--|[^>]*)>/g, '')
    .replaceAll(/<style\b[^]*?<\/style>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\s(style|on[a-z]+)\s*=/gi, ' data-$1='));
}

export function styleTextOf(element: Element): string {
  return element.getAttribute('data-style') ?? '';
}

/** The value of a property in an element's own style, in lower case. */
export function styleOf(element: Element, property: string): string {
  const style = styleTextOf(element).toLowerCase();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, colon).trim() === property) return declaration.slice(colon + 1).trim();
  }
  return '';
}

export interface ListEntry {
  /** from 1 */
  level: number;
  isOrdered: boolean;
  /** the number of an ordered entry, if it is known */
  number: number | null;
  nodes: readonly Node[];
}

/** Makes a nested list of entries with levels. */
export function buildList(document: Document, entries: readonly ListEntry[]): Element[] {
  const roots: Element[] = [];
  /** the open lists, from the outermost one */
  let open: { level: number; list: Element }[] = [];
  for (const { level, isOrdered, number, nodes } of entries) {
    const name = isOrdered ? 'OL' : 'UL';
    open = open.filter((one) => one.level <= level);
    if (open.at(-1)?.level === level && open.at(-1)?.list.nodeName !== name) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(name);
      if (number !== null && number > 1) list.setAttribute('start', String(number));
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.appendChild(list);
      else roots.push(list);
      open.push({ level, list });
    }
    const item = document.createElement('li');
    appendAll(item, nodes);
    open.at(-1)?.list.appendChild(item);
  }
  return roots;
}
