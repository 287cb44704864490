// Parses a file of components for find-bare-texts.ts: its syntax tree and the values of its names.
import { parseSync, type ESTree } from 'vite';

export type Node = ESTree.Node;

export interface SourceFile {
  file: string;
  source: string;
  root: Node;
  /** The values of a name within the file; a prop is `[component, prop]`. */
  names: Map<string, (Node | [string, string])[]>;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
export const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value) => isNode(value));

export function nodeNameOf(node: Node): string {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name;
  if (node.type === 'MemberExpression') return node.computed ? '' : nodeNameOf(node.property);
  if (node.type === 'JSXMemberExpression') return node.property.name;
  return '';
}

export const isComponentName = (name: string) => /^[A-Z]/.test(name);

export const isFunction = (node: Node): node is ESTree.Function | ESTree.ArrowFunctionExpression =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

/** The nodes that a function returns, without functions inside it. */
export function returnsOf(node: Node): Node[] {
  if (!isFunction(node) || !node.body) return [];
  if (node.body.type !== 'BlockStatement') return [node.body];
  const found: Node[] = [];
  const visit = (one: Node): void => {
    if (isFunction(one)) return;
    if (one.type === 'ReturnStatement' && one.argument) found.push(one.argument);
    childrenOf(one).forEach(visit);
  };
  visit(node.body);
  return found;
}

/** An empty line or a comment between two elements renders nothing. */
function isRendered(node: Node): boolean {
  if (node.type === 'JSXText') return node.value.trim() !== '' || !node.value.includes('\n');
  return node.type !== 'JSXExpressionContainer' || node.expression.type !== 'JSXEmptyExpression';
}

/** Components that render only their children, without an element of their own. */
export const isTransparentComponent = (name: string) =>
  /^(?:Suspense|StrictMode|Fragment)$|(?:Context|Provider)$/.test(name);

/** Renders a sentence whose words and tags are all elements. */
export const richTextComponent = 'RichText';

export function renderedChildren(children: Node[]): Node[] {
  return children.filter(isRendered).flatMap((child) => {
    const isTransparentElement =
      child.type === 'JSXElement' &&
      isTransparentComponent(nodeNameOf(child.openingElement.name)) &&
      child.openingElement.attributes.length === 0;
    return child.type === 'JSXFragment' || isTransparentElement ? renderedChildren(child.children) : [child];
  });
}

export function attributesOf(node: ESTree.JSXElement): [string, Node][] {
  const attributes = node.openingElement.attributes.flatMap((one): [string, Node][] =>
    one.type === 'JSXAttribute' && one.value ? [[nodeNameOf(one.name), one.value]] : [],
  );
  return [...attributes, ...node.children.filter(isRendered).map((one): [string, Node] => ['children', one])];
}

export function readJsxFile(file: string, source: string): SourceFile {
  const root: Node = parseSync(file, source).program;
  const names: SourceFile['names'] = new Map();
  const add = (name: string, value: Node | [string, string]) =>
    names.set(name, [...(names.get(name) ?? []), value]);
  const addProps = (component: string, pattern: Node): void => {
    if (pattern.type !== 'ObjectPattern' || !isComponentName(component)) return;
    for (const one of pattern.properties) {
      if (one.type !== 'Property') continue;
      const local = one.value.type === 'AssignmentPattern' ? one.value.left : one.value;
      add(nodeNameOf(local), [component, nodeNameOf(one.key)]);
    }
  };
  const visit = (node: Node, component: string): void => {
    let within = component;
    if (node.type === 'VariableDeclarator' && node.init) {
      if (node.id.type === 'Identifier') add(node.id.name, node.init);
      else if (nodeNameOf(node.init) === 'props') addProps(component, node.id);
    }
    if (node.type === 'ImportDeclaration' && node.source.value.includes('texts'))
      for (const one of node.specifiers) add(one.local.name, node);
    if (node.type === 'FunctionDeclaration' && node.id) {
      add(node.id.name, node);
      within = node.id.name;
      if (node.params[0]) addProps(within, node.params[0]);
    }
    for (const child of childrenOf(node)) visit(child, within);
  };
  visit(root, '');
  return { file, source, root, names };
}
