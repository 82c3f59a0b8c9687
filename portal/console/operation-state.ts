// The state of an operation's page: its input, where it goes, and the last run.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ConsoleOperation } from '../../generator/docs/console/data.ts';
import type { DevStatus } from '../shared/site.ts';
import { isDev } from '../shared/site.ts';
import type { Loaded } from './contract.ts';
import { isRecord } from './form/choose.ts';
import { type FormState, useForm } from './form/use-form.ts';
import { addToHistory } from './history.ts';
import { decodeRequestLink, type LinkedRequest } from './link.ts';
import { firstAlternative, schemesOf, usedCredentials } from './request/credentials.ts';
import { keepDraft, readDraft, withFilesOfExample } from './request/draft.ts';
import { draftKey } from './request/draft-store.ts';
import { type Credentials, prepare } from './request/exchange.ts';
import { exampleInput } from './request/input.ts';
import { decodeLogged, loggedInput } from './request/logged.ts';
import { type Run, run } from './request/run.ts';
import type { PreparedRequest } from './request/send.ts';
import type { ServerChoice } from './request/servers.ts';
import { useServer } from './request/use-server.ts';

export interface OperationState extends Omit<FormState, 'replace'> {
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
  readonly chooseServer: (id: string) => void;
  readonly chooseAlternative: (index: number) => void;
  /** `confirmed`: the user has confirmed the address of the server. */
  readonly send: (confirmed?: string) => void;
  /** A request waits for its response: until then, no other is sent. */
  readonly isWaiting: boolean;
  readonly stop: () => void;
  readonly reset: () => void;
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
  const kept = own ?? readDraft(draftKey('console', document.id, operation));
  return kept === undefined ? { input: example } : { ...kept, input: withFilesOfExample(kept.input, operation, document) };
}

/** Values of an address are text; one in the place of a number is a number. */
function withGiven(example: unknown, given: Readonly<Record<string, string>>): unknown {
  const record = isRecord(example) ? example : {};
  const typed = Object.entries(given).map(([name, text]) => [name, typeof record[name] === 'number' ? Number(text) : text]);
  return { ...record, ...Object.fromEntries(typed) };
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
  const { replace, ...form } = useForm(loaded, operation, first.input);
  const { input } = form;
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
  const baseUrl = server?.url ?? '';

  // Before the next paint: a link that is followed at once takes the page away, and effects that wait with it.
  useLayoutEffect(() => {
    keepDraft(draftKey('console', document.id, operation), { input, ...(kept === undefined ? {} : { server: kept }) });
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
    ...form,
    servers,
    server,
    isLiveGone,
    alternative,
    used,
    ...written,
    ...(last === undefined ? {} : { run: last }),
    chooseServer: setWanted,
    chooseAlternative: setChosen,
    send,
    isWaiting: last?.phase === 'sending',
    stop: () => controller.current?.abort(),
    reset: () => replace(exampleInput(operation, document)),
  };
}
