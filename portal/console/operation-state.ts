// The state of an operation's page: its input, where it goes, and the last run.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ConsoleContent, ConsoleOperation } from '../../generator/docs/console/data.ts';
import type { DevStatus } from '../shared/site.ts';
import { isDev } from '../shared/site.ts';
import type { Loaded } from './contract.ts';
import { isRecord } from './form/choose.ts';
import { edited, type Place } from './form/edit.ts';
import { initialValue } from './form/initial.ts';
import type { Schemas } from './form/merge.ts';
import { addToHistory } from './history.ts';
import { decodeRequestLink, type LinkedRequest, requestOf, textOf } from './link.ts';
import { firstAlternative, schemesOf, usedCredentials } from './request/credentials.ts';
import { type Credentials, prepare } from './request/exchange.ts';
import { contentOf, exampleBody, exampleInput, type Input, type InputIssue, issuesOf } from './request/input.ts';
import { decodeLogged, loggedInput } from './request/logged.ts';
import { type Run, run } from './request/run.ts';
import type { PreparedRequest } from './request/send.ts';
import type { ServerChoice } from './request/servers.ts';
import { useServer } from './request/use-server.ts';

export interface OperationState {
  readonly input: Input;
  readonly issues: readonly InputIssue[];
  readonly servers: readonly ServerChoice[];
  readonly server: ServerChoice | undefined;
  /** The live service was in use, and does not run any more: the user has to choose another server. */
  readonly isLiveGone: boolean;
  /** The position of the security alternative, or -1 for none. */
  readonly alternative: number;
  /** The credentials of this alternative that the user has given. */
  readonly used: Credentials;
  /** The request as it would be sent; absent where it cannot be written, and `unwritten` says why. */
  readonly prepared?: PreparedRequest;
  readonly unwritten?: string;
  readonly run?: Run;
  readonly change: (place: Place, value: unknown) => void;
  readonly replace: (input: Input) => void;
  readonly chooseType: (contentType: string) => void;
  readonly chooseServer: (id: string) => void;
  readonly chooseAlternative: (index: number) => void;
  /** `confirmed`: the user has confirmed the address of the server. */
  readonly send: (confirmed?: string) => void;
  /** A request waits for its response: until then, no other is sent. */
  readonly isWaiting: boolean;
  readonly stop: () => void;
  readonly reset: () => void;
}

/** Keeps the input while the page is reloaded, which `octavo dev` does after each change of a document. */
const draftKey = (document: string, { kind, id }: ConsoleOperation): string => `octavo-console-draft:${document}/${kind}/${id}`;

/** A request that is larger than the browser keeps has no draft. */
function keepDraft(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    sessionStorage.removeItem(key);
  }
}

/** The parts of the request that the address of the page carries. */
export interface Linked {
  /** A whole request, as `link.ts` writes it. */
  readonly request: string | undefined;
  /** A request of the sandbox's log. */
  readonly logged: string | undefined;
  /** Values of path parameters. */
  readonly path: Readonly<Record<string, string>> | undefined;
}

function firstRequest({ document, contract }: Loaded, operation: ConsoleOperation, { request, logged, path }: Linked): LinkedRequest {
  const example = exampleInput(operation, document);
  const sent = logged === undefined ? undefined : decodeLogged(logged);
  if (sent !== undefined) return { input: loggedInput(contract.rowOf(operation), operation, sent, example) };
  if (path !== undefined) return { input: { ...example, path: withGiven(example.path, path) } };
  const own = request === undefined ? undefined : decodeRequestLink(request);
  const kept = own ?? requestOf(sessionStorage.getItem(draftKey(document.id, operation)) ?? '');
  if (kept === undefined) return { input: example };
  const content = contentOf(operation, kept.input.contentType);
  const body = content === undefined || kept.input.body === undefined ? {} : { body: refilled(kept.input.body, content, document.schemas) };
  return { ...kept, input: { ...kept.input, ...body } };
}

/** Values of an address are text; one in the place of a number is a number. */
function withGiven(example: unknown, given: Readonly<Record<string, string>>): unknown {
  const record = isRecord(example) ? example : {};
  const typed = Object.entries(given).map(([name, text]) => [name, typeof record[name] === 'number' ? Number(text) : text]);
  return { ...record, ...Object.fromEntries(typed) };
}

/** A kept body has no files; those of the example take their places. */
function refilled(body: unknown, content: ConsoleContent, schemas: Schemas): unknown {
  if (content.kind !== 'multipart' && content.kind !== 'bytes') return body;
  const example = exampleBody(content, content.examples[0]?.value ?? initialValue(content.schema ?? true, schemas), schemas);
  return content.kind === 'bytes' ? example : { ...(example as object), ...(body as object) };
}

export function useOperation(
  loaded: Loaded,
  operation: ConsoleOperation,
  status: DevStatus | undefined,
  credentials: Credentials,
  linked: Linked,
): OperationState {
  const { document, contract } = loaded;
  const [first] = useState(() => firstRequest(loaded, operation, linked));
  const [input, setInput] = useState<Input>(first.input);
  const [wanted, setWanted] = useState(first.server);
  const [chosen, setChosen] = useState<number>();
  const [last, setLast] = useState<Run>();
  const [written, setWritten] = useState<{ readonly prepared?: PreparedRequest; readonly unwritten?: string }>({});
  const controller = useRef<AbortController | undefined>(undefined);
  // Beside the state, which is old until the page is drawn again: a second click may come before that.
  const isWaiting = useRef(false);

  const { servers, server, isLiveGone, kept } = useServer(document, operation, status, wanted);
  const alternative = chosen ?? firstAlternative(document, operation, credentials);
  const used = useMemo(
    () => usedCredentials(schemesOf(document, operation, alternative), credentials),
    [document, operation, alternative, credentials],
  );
  const issues = useMemo(() => issuesOf(contract, operation, input), [contract, operation, input]);
  const baseUrl = server?.url ?? '';

  // Before the next paint: a link that is followed at once takes the page away, and effects that wait with it.
  useLayoutEffect(() => {
    keepDraft(draftKey(document.id, operation), textOf({ input, ...(kept === undefined ? {} : { server: kept }) }));
  }, [input, wanted, server]);
  useEffect(() => {
    let isCurrent = true;
    const keep = (next: typeof written): void => {
      if (isCurrent) setWritten(next);
    };
    prepare(contract, operation, input, { baseUrl, credentials: used }).then(
      (prepared) => keep({ prepared }),
      (error: unknown) => keep({ unwritten: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [contract, operation, input, baseUrl, used]);
  useEffect(() => () => controller.current?.abort(), []);

  const change = useCallback(
    (place: Place, value: unknown) => setInput((before) => withoutEmptyParts(edited(before, place, value) as Input)),
    [],
  );
  const chooseType = (contentType: string): void => {
    const content = contentOf(operation, contentType);
    if (content === undefined) return;
    const example = content.examples[0]?.value ?? initialValue(content.schema ?? true, document.schemas);
    const body = exampleBody(content, content.isStream && !Array.isArray(example) ? [example] : example, document.schemas);
    setInput((before) => ({ ...before, contentType: content.sent, body }));
  };
  const send = (confirmed?: string): void => {
    if (server === undefined || isWaiting.current) return;
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    const options = { signal: own.signal, byServer: isDev, ...(confirmed === undefined ? {} : { confirmed }) };
    const onChange = (next: Run): void => {
      if (controller.current !== own) return;
      isWaiting.current = next.phase === 'sending';
      setLast(next);
    };
    const at = Date.now();
    void run({ contract, operation, input, target: { baseUrl, credentials: used }, onChange, ...options }).then(
      ({ answer, verdict, milliseconds }) => {
        addToHistory(localStorage, {
          service: document.id,
          kind: operation.kind,
          operation: operation.id,
          at,
          server: server.id,
          input,
          ...(answer === undefined ? {} : { status: answer.status }),
          ...(milliseconds === undefined ? {} : { milliseconds }),
          ...(verdict === undefined ? {} : { valid: verdict.kind === 'valid' }),
        });
      },
    );
  };

  return {
    input,
    issues,
    servers,
    server,
    isLiveGone,
    alternative,
    used,
    ...written,
    ...(last === undefined ? {} : { run: last }),
    change,
    replace: setInput,
    chooseType,
    chooseServer: setWanted,
    chooseAlternative: setChosen,
    send,
    isWaiting: last?.phase === 'sending',
    stop: () => controller.current?.abort(),
    reset: () => setInput(exampleInput(operation, document)),
  };
}

/** Parts of which nothing is sent are absent, as in the input that a client is called with. */
function withoutEmptyParts(input: Input): Input {
  const isEmpty = (name: string, value: unknown): boolean =>
    name !== 'body' && typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !isEmpty(name, value)));
}
