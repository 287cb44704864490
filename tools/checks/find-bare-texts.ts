// Finds, in the syntax tree, text nodes that React changes, removes or uses as an anchor while the page may be
// translated: a translator replaces each text node by elements, and React then fails or shows the old text. A text that
// is the only child of its element is safe, because React sets the content of the element. For
// bare-texts-fence.test.ts.
import type { ESTree } from 'vite';
import {
  attributesOf,
  childrenOf,
  richTextComponent,
  isComponentName,
  isFunction,
  isTransparentComponent,
  nodeNameOf,
  renderedChildren,
  readJsxFile,
  returnsOf,
  type Node,
  type SourceFile,
} from './read-jsx-file.ts';

/**
 * What may be rendered at one place; a constant is a text that never changes, a list any number of the others, and
 * several a fixed number of children, one of which is a text.
 */
type Outcome = 'text' | 'constant' | 'element' | 'nothing' | 'list' | 'several';

export interface BareText {
  file: string;
  line: number;
  code: string;
}

const isText = (one: Outcome) => one === 'text' || one === 'constant';

/** One of two alternatives. React removes each of several children, instead of setting the content of their element. */
function alternating(one: Outcome): Outcome {
  if (one === 'constant') return 'text';
  return one === 'several' ? 'list' : one;
}

/**
 * The bare texts of these files, which must include all that render each other's components. The result of `render()`
 * counts as an element.
 */
export function findBareTexts(sources: ReadonlyMap<string, string>): BareText[] {
  const files = [...sources].map(([file, source]) => readJsxFile(file, source));
  const components = new Map<string, [Node, SourceFile]>();
  const uses = new Map<string, [Node, SourceFile][]>();
  const several = new Map<string, [Node[], SourceFile][]>();
  for (const file of files) {
    const visit = (node: Node): void => {
      if (node.type === 'FunctionDeclaration' && node.id && isComponentName(node.id.name))
        components.set(node.id.name, [node, file]);
      if (node.type === 'JSXElement') {
        const name = nodeNameOf(node.openingElement.name);
        const children = renderedChildren(node.children);
        if (children.length > 1) several.set(name, [...(several.get(name) ?? []), [children, file]]);
        for (const [prop, value] of attributesOf(node)) {
          const key = `${name} ${prop}`;
          uses.set(key, [...(uses.get(key) ?? []), [value, file]]);
        }
      }
      childrenOf(node).forEach(visit);
    };
    visit(file.root);
  }

  const inProgress = new Set<unknown>();
  function guarded(key: unknown, read: () => Outcome[]): Outcome[] {
    if (inProgress.has(key)) return [];
    inProgress.add(key);
    const found = read();
    inProgress.delete(key);
    return [...new Set(found)];
  }
  const all = (nodes: Node[], file: SourceFile) => [
    ...new Set(nodes.flatMap((one) => outcomesOf(one, file))),
  ];

  function ofSeveral(children: Node[], file: SourceFile): Outcome[] {
    const outcomes = all(children, file);
    return children.length > 1 && outcomes.some(isText) ? [...outcomes, 'several'] : outcomes;
  }

  function ofName(name: string, file: SourceFile, isCalled: boolean): Outcome[] {
    const values = file.names.get(name);
    if (!values) return ['text'];
    return values.flatMap((value) => {
      if (!Array.isArray(value)) return isCalled ? ofCall(value, file) : outcomesOf(value, file);
      const [component, prop] = value;
      const passed = uses.get(`${component} ${prop}`);
      // passed by a spread, or by the router
      if (!passed) return prop === 'children' ? ['element'] : ['text'];
      const outcomes = passed.flatMap(([one, from]) =>
        isCalled ? ofCall(one, from) : outcomesOf(one, from),
      );
      const groups = prop === 'children' ? (several.get(component) ?? []) : [];
      return groups.some(([children, from]) => ofSeveral(children, from).includes('several'))
        ? [...outcomes, 'several']
        : outcomes;
    });
  }

  /** What a call of this value renders. */
  function ofCall(node: Node, file: SourceFile): Outcome[] {
    if (node.type === 'JSXExpressionContainer') return ofCall(node.expression, file);
    if (node.type === 'Identifier') return guarded(node, () => ofName(node.name, file, true));
    return isFunction(node) ? guarded(node, () => all(returnsOf(node), file)) : ['text'];
  }

  /** A text of a catalogue that is written out. */
  function isConstant(node: Node, file: SourceFile): boolean {
    if (node.type === 'MemberExpression') return !node.computed && isConstant(node.object, file);
    if (node.type !== 'Identifier') return false;
    const values = file.names.get(node.name) ?? [];
    return (
      values.length > 0 &&
      values.every(
        (one) =>
          !Array.isArray(one) &&
          (one.type === 'ImportDeclaration' || (one.type === 'MemberExpression' && isConstant(one, file))),
      )
    );
  }

  function ofElement(node: ESTree.JSXElement, file: SourceFile): Outcome[] {
    const name = nodeNameOf(node.openingElement.name);
    if (isTransparentComponent(name)) {
      const fallback = attributesOf(node).filter(([prop]) => prop === 'fallback');
      const children = all(renderedChildren(node.children), file);
      return fallback.length > 0
        ? [
            ...children,
            ...all(
              fallback.map(([, one]) => one),
              file,
            ),
          ]
        : children;
    }
    const component = components.get(name);
    if (name === richTextComponent) return ['element'];
    if (!component || node.openingElement.name.type !== 'JSXIdentifier') return ['element'];
    return guarded(component[0], () => all(returnsOf(component[0]), component[1]));
  }

  function outcomesOf(node: Node, file: SourceFile): Outcome[] {
    switch (node.type) {
      case 'JSXElement':
        return ofElement(node, file);
      case 'JSXText':
        return ['constant'];
      case 'JSXFragment':
        return ofSeveral(renderedChildren(node.children), file);
      case 'JSXExpressionContainer':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return outcomesOf(node.expression, file);
      case 'Literal':
        return typeof node.value === 'string' && node.value !== '' ? ['constant'] : ['nothing'];
      case 'ConditionalExpression': {
        const both = all([node.consequent, node.alternate], file);
        return both.map(alternating);
      }
      case 'LogicalExpression':
        if (node.operator === '&&') return ['nothing', ...outcomesOf(node.right, file)];
        return all([node.left, node.right], file).map((one) => (one === 'several' ? 'list' : one));
      case 'CallExpression': {
        const called = nodeNameOf(node.callee);
        const [first] = node.arguments;
        if (called === 'createPortal') return ['nothing'];
        if (called === 'render') return ['element'];
        if (called === 'map' && first) return ['nothing', 'list', ...ofCall(first, file)];
        return node.callee.type === 'Identifier' ? ofCall(node.callee, file) : ['text'];
      }
      case 'Identifier':
        if (node.name === 'undefined') return ['nothing'];
        return isConstant(node, file) ? ['constant'] : guarded(node, () => ofName(node.name, file, false));
      case 'MemberExpression':
        return isConstant(node, file) ? ['constant'] : ['text'];
      default:
        return ['text'];
    }
  }

  function bareAmong(children: Node[], file: SourceFile): Node[] {
    const outcomes = children.map((child) => outcomesOf(child, file).filter((one) => one !== 'several'));
    return children.filter((child, index) => {
      const own = outcomes[index] ?? [];
      if (!own.some(isText)) return false;
      // React sets the content of an element that has one text
      if (children.length === 1)
        return own.includes('list') || (own.includes('text') && child.type === 'JSXElement');
      const before = outcomes.slice(0, index);
      // React inserts before the next element or text that remains
      const anchor = before.slice(
        before.findLastIndex((one) => one.length === 1 && one[0] === 'element') + 1,
      );
      return own.length > 1 || own[0] === 'text' || anchor.some((one) => one.includes('nothing'));
    });
  }

  return files.flatMap((file) => {
    const found: BareText[] = [];
    const visit = (node: Node): void => {
      if (node.type === 'JSXElement')
        for (const { start, end } of bareAmong(renderedChildren(node.children), file))
          found.push({
            file: file.file,
            line: file.source.slice(0, start).split('\n').length,
            code: file.source.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80),
          });
      childrenOf(node).forEach(visit);
    };
    visit(file.root);
    return found;
  });
}
