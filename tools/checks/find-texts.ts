// Finds the texts for users in a TypeScript file by its syntax tree, for texts-fence.test.ts.
import { parseSync, type ESTree } from 'vite';

export type Node = ESTree.Node;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
export const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value) => isNode(value));

export interface FoundText {
  line: number;
  text: string;
}

/** Attributes and properties whose values people read or hear: any value is a text, even one word in lower case. */
const spokenNames =
  /^(?:alt|title|heading|placeholder|label|hint|help|description|summary|caption|message|aria-(?:label|description|placeholder|valuetext|roledescription))$|(?:Label|Title|Hint|Text|Message)$/;

/** Attributes, properties and variables whose words are for the browser. */
const technicalAttributes =
  /^(?:className|d|points|viewBox|transform|sizes|srcSet|media|rel|key|id|href|to|type|role|name|accept|autoComplete|allow)$|^data-|ClassName$/;
const technicalNames = /^(?:className|authorization|queryKey|@type|event|robots|srcSet)$/i;

/** Functions whose texts are for the log, a selector, a query or a header. */
const technicalCalls =
  /^(?:console\.\w+|(?:\w+\.)*(?:log|querySelector(?:All)?|dataOrThrow|toReadError|readAllRows|sign|update|closest|matches|matchMedia|getAttribute|hasAttribute|setAttribute|select|order|or|filter|eq|set|get|has|append|delete|addEventListener|removeEventListener|createElement|setProperty|getPropertyValue|split|startsWith|endsWith|includes|mark|measure)|fetch|classNames|import\.meta\.glob)$/;

/** Functions whose texts are a catalogue. */
const catalogueCalls = /^define(?:Texts|AgencyFields)$/;

const errorClass = /Error$/;
/** Replaces a value within a template. */
const gap = '\u{FFFC}';

const words = /\p{L}{2,}[\p{L}’'\u{FFFC}]*[,;:…–-]? +["“(]?(?:\p{L}|\u{FFFC})|\u{FFFC} \p{Ll}{3}/u;
const capitalFirst = /^[^\p{L}]*\p{Lu}/u;
const oneWord = /^\p{Lu}\p{Ll}+…?$/u;
const sentenceEnd = /\p{L}.*\s.*[.!?…]$/su;
const lowerPhrase = /^[\s\u{FFFC}\d.,(]*\p{Ll}[\p{Ll}’'\u{FFFC}]*(?:,? [\p{Ll}’'\u{FFFC}]+)+[\s.,)]*$/u;

const drawnPath = /^M\d/;

function looksLikeWords(text: string): boolean {
  if (drawnPath.test(text)) return false;
  if (oneWord.test(text) || sentenceEnd.test(text)) return true;
  return words.test(text) && (capitalFirst.test(text) || lowerPhrase.test(text));
}

type TextRole = 'free' | 'spoken' | 'technical' | 'fault';

/** `console.log`, `client.from.select`. Calls within the chain are omitted. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name;
  if (node.type === 'JSXNamespacedName') return `${node.namespace.name}:${node.name.name}`;
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'CallExpression') return nameOf(node.callee);
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return '';
}

function roleNamed(name: string, technical: RegExp, otherwise: TextRole): TextRole {
  if (spokenNames.test(name)) return 'spoken';
  return technical.test(name) ? 'technical' : otherwise;
}

const comparisons = new Set(['===', '!==', '==', '!=', 'in', '<', '>']);

/** The role of a node's children; undefined for what is not a value (types, imports, comparisons). */
function roleWithin(node: Node, child: Node, role: TextRole): TextRole | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
      return undefined;
    case 'ExportNamedDeclaration':
      return child === node.source ? undefined : 'free';
    case 'ExpressionStatement':
      return 'directive' in node && node.directive ? undefined : 'free';
    case 'SwitchCase':
      return child === node.test ? undefined : 'free';
    case 'BinaryExpression':
      return comparisons.has(node.operator) ? undefined : role;
    case 'ConditionalExpression':
      return child === node.test ? 'free' : role;
    case 'LogicalExpression':
      return child === node.left && node.operator === '&&' ? 'free' : role;
    case 'MemberExpression':
      return child === node.property ? undefined : 'free';
    case 'JSXAttribute':
      return child === node.name ? undefined : roleNamed(nameOf(node.name), technicalAttributes, 'free');
    case 'Property':
    case 'PropertyDefinition':
      return child === node.key
        ? undefined
        : roleNamed(nameOf(node.key), technicalNames, role === 'spoken' ? 'free' : role);
    case 'VariableDeclarator':
      return child === node.id ? 'free' : roleNamed(nameOf(node.id), technicalNames, 'free');
    case 'JSXElement':
    case 'JSXFragment':
      return 'spoken';
    case 'NewExpression':
      return errorClass.test(nameOf(node.callee)) ? 'fault' : 'free';
    case 'CallExpression':
      // this is a catalogue, here within the definition that it belongs to
      if (catalogueCalls.test(nameOf(node.callee))) return undefined;
      if (node.callee.type === 'Super') return 'fault';
      return technicalCalls.test(nameOf(node.callee)) ? 'technical' : 'free';
    case 'TaggedTemplateExpression':
      return 'technical';
    case 'ArrowFunctionExpression':
      return child.type === 'BlockStatement' ? 'free' : role;
    case 'JSXExpressionContainer':
    case 'TemplateLiteral':
    case 'ArrayExpression':
    case 'ParenthesizedExpression':
    case 'ObjectExpression':
      return role;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return child === node.expression ? role : undefined;
    default:
      return node.type.startsWith('TS') ? undefined : 'free';
  }
}

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join(gap);
  return undefined;
}

function isForUsers(text: string, role: TextRole): boolean {
  if (role === 'technical') return false;
  if (role === 'spoken') return /\p{L}/u.test(text);
  // A message that begins in lower case is for developers.
  return looksLikeWords(text.trim()) && (role !== 'fault' || capitalFirst.test(text));
}

/** The texts that a user could read or hear. `notForUsers`: words that only look like it. */
export function findTexts(file: string, source: string, notForUsers: ReadonlySet<string>): FoundText[] {
  const found: FoundText[] = [];
  function visit(node: Node, role: TextRole): void {
    const text = textOf(node)?.trim().replaceAll(/\s+/g, ' ');
    if (text && isForUsers(text, role)) {
      const shown = text.replaceAll(gap, '${}');
      if (!notForUsers.has(shown))
        found.push({ line: source.slice(0, node.start).split('\n').length, text: shown });
    }
    for (const child of childrenOf(node)) {
      const within = roleWithin(node, child, role);
      if (within) visit(child, within);
    }
  }
  visit(parseSync(file, source).program, 'free');
  return found;
}
