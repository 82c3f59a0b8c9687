// What changed in one export: its members, and types that are wider or narrower. A declaration that reads the same is not looked into: what it refers
// to is an export too.
import { ts } from '@ts-morph/common';

export interface MemberChange {
  /** The rest of a sentence that begins with the name of the export. */
  readonly what: string;
  /** Whether code that reads values of the export has to change, by docs/versioning.md. */
  readonly breaksReaders: boolean;
  /** Whether code that writes them has to. */
  readonly breaksWriters: boolean;
}

const FOR_ALL = { breaksReaders: true, breaksWriters: true } as const;
const FOR_READERS = { breaksReaders: true, breaksWriters: false } as const;
const FOR_WRITERS = { breaksReaders: false, breaksWriters: true } as const;
const FOR_NONE = { breaksReaders: false, breaksWriters: false } as const;

export function changesOf(old: ts.Symbol, now: ts.Symbol, checker: ts.TypeChecker): MemberChange[] {
  return textOf(old) === textOf(now) ? [] : compared(old, now, checker, '');
}

function compared(old: ts.Symbol, now: ts.Symbol, checker: ts.TypeChecker, at: string): MemberChange[] {
  const [before, after] = [typeOf(old, checker), typeOf(now, checker)];
  // A member whose type has a name is compared as a whole: the type may contain itself.
  const isOpened = (type: ts.Type): boolean => isObject(type) && (at === '' || isLiteral(type));
  if (isOpened(before) && isOpened(after)) return memberChanges(before, after, checker, at);
  return argumentChange(before, after, at) ?? typeChange(before, after, checker, at);
}

function memberChanges(before: ts.Type, after: ts.Type, checker: ts.TypeChecker, at: string): MemberChange[] {
  const [old, now] = [before, after].map((type) => new Map(type.getProperties().map((member) => [member.name, member])));
  const found: MemberChange[] = [];
  for (const [name, member] of old ?? []) {
    const place = at === '' ? name : `${at}.${name}`;
    const other = now?.get(name);
    if (other === undefined) found.push({ what: `\`${place}\` was removed`, ...FOR_ALL });
    else if (textOf(member) !== textOf(other)) {
      const [was, is] = [isOptional(member), isOptional(other)];
      if (was !== is)
        found.push(
          is
            ? { what: `\`${place}\` is optional, was required`, ...FOR_READERS }
            : { what: `\`${place}\` is required, was optional`, ...FOR_WRITERS },
        );
      found.push(...compared(member, other, checker, place));
    }
  }
  for (const [name, member] of now ?? []) {
    if (old?.has(name) === true) continue;
    const place = at === '' ? name : `${at}.${name}`;
    found.push(
      isOptional(member)
        ? { what: `has the new optional \`${place}\``, ...FOR_NONE }
        : { what: `has the new \`${place}\``, ...FOR_WRITERS },
    );
  }
  return found;
}

/** Code that calls a function reads it. The compiler lets one with a required parameter stand for one whose parameter is optional. */
function argumentChange(before: ts.Type, after: ts.Type, at: string): MemberChange[] | undefined {
  const [was, is] = [requiredArguments(before), requiredArguments(after)];
  if (was === undefined || is === undefined || was === is) return undefined;
  const subject = at === '' ? '' : `\`${at}\` `;
  return is > was
    ? [{ what: `${subject}needs an argument that was optional`, ...FOR_READERS }]
    : [{ what: `${subject}has an argument that is optional, was required`, ...FOR_WRITERS }];
}

function requiredArguments(type: ts.Type): number | undefined {
  const [signature, ...others] = type.getCallSignatures();
  if (signature === undefined || others.length > 0) return undefined;
  const declared = signature.getDeclaration().parameters;
  return declared.filter(({ questionToken, initializer, dotDotDotToken }) => !(questionToken || initializer || dotDotDotToken)).length;
}

function typeChange(before: ts.Type, after: ts.Type, checker: ts.TypeChecker, at: string): MemberChange[] {
  const [wider, narrower] = [checker.isTypeAssignableTo(before, after), checker.isTypeAssignableTo(after, before)];
  if (wider && narrower) return [];
  const subject = at === '' ? '' : `\`${at}\` `;
  if (wider) return [{ what: `${subject}is wider`, ...FOR_READERS }];
  return [narrower ? { what: `${subject}is narrower`, ...FOR_WRITERS } : { what: `${subject}has another type`, ...FOR_ALL }];
}

function typeOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Type {
  const type = symbol.flags & ts.SymbolFlags.Type ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol);
  return isOptional(symbol) ? checker.getNonNullableType(type) : type;
}

/** Objects whose members are compared one by one. Lists and functions are compared as a whole. */
function isObject(type: ts.Type): boolean {
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    type.getCallSignatures().length === 0 &&
    type.getStringIndexType() === undefined &&
    type.getNumberIndexType() === undefined
  );
}

/** `{ … }` as it is written in a member. */
function isLiteral({ symbol }: ts.Type): boolean {
  return (symbol.flags & ts.SymbolFlags.TypeLiteral) !== 0;
}

function isOptional({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Optional) !== 0;
}

const printer = ts.createPrinter({ removeComments: true });

/** The declarations without comments, layout and bodies of functions. */
function textOf({ declarations = [] }: ts.Symbol): string {
  return declarations
    .map((declaration) => printer.printNode(ts.EmitHint.Unspecified, headOf(declaration), declaration.getSourceFile()))
    .join('\n');
}

function headOf(node: ts.Node): ts.Node {
  if (ts.isFunctionDeclaration(node))
    return ts.factory.createFunctionTypeNode(
      node.typeParameters,
      node.parameters,
      node.type ?? ts.factory.createKeywordTypeNode(ts.SyntaxKind.VoidKeyword),
    );
  return ts.isVariableDeclaration(node) && node.type !== undefined ? node.type : node;
}
