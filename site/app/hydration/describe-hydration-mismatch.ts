// Describes a hydration mismatch: compares the served DOM nodes with the rendered ones.
const isShown = (node: Node) => !(node instanceof Comment) && !/^(?:SCRIPT|STYLE|LINK)$/.test(node.nodeName);
const mostDifferences = 3;

function nameOf(node: Node | undefined): string {
  if (node === undefined) return 'nothing';
  if (!(node instanceof Element)) return `"${(node.textContent ?? '').trim().slice(0, 40)}"`;
  const name = node.getAttribute('name') ?? node.getAttribute('class');
  return `<${node.localName}${name ? ` "${name}"` : ''}>`;
}

/** Where two lists of nodes first differ, including their descendants. */
function compare(found: Node[], rendered: Node[], path: string): string[] {
  const differences: string[] = [];
  for (let index = 0; index < Math.max(found.length, rendered.length); index += 1) {
    const [one, other] = [found[index], rendered[index]];
    if (one && other && one.nodeName === other.nodeName) {
      const [within, expected] = [one, other].map((node) => [...node.childNodes].filter(isShown));
      if (one.nodeValue === other.nodeValue) {
        differences.push(...compare(within ?? [], expected ?? [], `${path} ${nameOf(one)}`));
        continue;
      }
    }
    // stops at the first difference, because it may shift all nodes after it
    return [...differences, `${path}: ${nameOf(one)}, expected ${nameOf(other)}`];
  }
  return differences;
}

/** The differences in a document that React has rendered again; both arguments are the children of its body. */
export function describeHydrationMismatch(served: readonly Node[], rendered: readonly Node[]): string {
  const found = compare(served.filter(isShown), rendered.filter(isShown), '<body>');
  return found.slice(0, mostDifferences).join('; ') || 'none';
}
