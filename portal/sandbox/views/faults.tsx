// Faults: makes operations slow, refuse or drop requests.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Fault, NewFault } from '../../../services/generated/control/index.ts';
import { Button, Field, SubmitButton } from '../../shared/components.tsx';
import { useOneAtATime } from '../../shared/use-one-at-a-time.ts';
import { bodyOf } from '../control.ts';
import { attempt, Choice, Empty, ServiceChoice, Shown, ViewHead } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';

const KINDS = [
  ['status', 'Refuse with a status'],
  ['slow', 'Answer late'],
  ['drop', 'Close the connection without an answer'],
] as const;

export function FaultsView({ control, services }: ViewProps): JSX.Element {
  const loaded = useLoaded(async () => bodyOf(await control.listFaults({}), 200).faults, [], 3_000);
  const remove = async (id: string): Promise<void> => {
    await attempt('The fault is removed.', async () => bodyOf(await control.removeFault({ path: { id } }), 204));
    loaded.reload();
  };
  const add = async (fault: NewFault): Promise<void> => {
    await attempt('The fault applies from now on.', async () => bodyOf(await control.addFault({ body: fault }), 201));
    loaded.reload();
  };
  return (
    <>
      <ViewHead
        title="Faults"
        about="A fault makes operations fail, so that you see what your client does then. Requests that are not authorized or not valid are refused as usual."
      />
      <FaultForm services={services} onAdd={add} />
      <h2>Faults that apply</h2>
      <Shown of={loaded}>
        {(faults) =>
          faults.length === 0 ? (
            <Empty>No fault applies. Add one above, then call the operation from the console or your client.</Empty>
          ) : (
            <ul class="due">
              {faults.map((fault) => (
                <li key={fault.id}>
                  <span>{sentenceOf(fault)}</span>
                  <Button onClick={() => remove(fault.id)} label={`Remove ${fault.id}`}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}

function sentenceOf({ document, operation, status, delay_milliseconds: delay, drop, count }: Fault): JSX.Element {
  const what = drop === true ? 'is dropped' : status === undefined ? `waits ${delay} ms` : `is refused with ${status}`;
  const which = count === undefined ? 'Each request' : count === 1 ? 'The next request' : `Each of the next ${count} requests`;
  return (
    <>
      {which} to <b>{operation ?? 'any operation'}</b> {document === undefined ? 'of any service' : `of ${document}`} {what}.
    </>
  );
}

function FaultForm({ services, onAdd }: Pick<ViewProps, 'services'> & { onAdd: (fault: NewFault) => Promise<void> }): JSX.Element {
  const [document, setDocument] = useState('');
  const [operation, setOperation] = useState('');
  const [kind, setKind] = useState<string>('status');
  const [status, setStatus] = useState('503');
  const [retry, setRetry] = useState('');
  const [delay, setDelay] = useState('1000');
  const [count, setCount] = useState('1');
  const [isBusy, begin] = useOneAtATime();
  const operations = services.find(({ id }) => id === document)?.groups.flatMap((group) => group.operations) ?? [];
  const isNumber = (text: string, least: number, most: number): boolean =>
    /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
  const isReady =
    (count === '' || isNumber(count, 1, 1_000_000)) &&
    (kind !== 'status' || isNumber(status, 400, 599)) &&
    (kind !== 'slow' || isNumber(delay, 1, 60_000));
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!isReady) return;
    const given = {
      ...(document === '' ? {} : { document }),
      ...(operation === '' ? {} : { operation }),
      ...(count === '' ? {} : { count: Number(count) }),
    };
    const what =
      kind === 'drop'
        ? { drop: true as const }
        : kind === 'slow'
          ? { delay_milliseconds: Number(delay) }
          : { status: Number(status), ...(retry === '' ? {} : { headers: { 'retry-after': retry } }) };
    begin(() => onAdd({ ...given, ...what }));
  };
  const input = (label: string, value: string, onInput: (value: string) => void, hint?: string): JSX.Element => (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(field) => (
        <input class="input" inputMode="numeric" {...field} value={value} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      )}
    </Field>
  );
  return (
    <form class="card form" onSubmit={submit}>
      <div class="form-grid">
        <ServiceChoice
          services={services}
          value={document}
          onChange={(next) => {
            setDocument(next);
            setOperation('');
          }}
        />
        <Choice
          label="Operation"
          value={operation}
          onChange={setOperation}
          options={[
            ['', 'All operations'],
            ...operations.filter((one) => one.kind === 'operation').map(({ id, summary }) => [id, `${id}: ${summary}`] as const),
          ]}
        />
        <Choice label="What happens" value={kind} onChange={setKind} options={KINDS} />
        {kind === 'status' && input('Status', status, setStatus, 'A number from 400 to 599')}
        {kind === 'status' && input('Retry-After', retry, setRetry, 'In seconds. Leave it empty to send no such header.')}
        {kind === 'slow' && input('Delay', delay, setDelay, 'In milliseconds')}
        {input('How many requests', count, setCount, 'Leave it empty to have it for all, until you remove it.')}
      </div>
      <div class="row">
        <SubmitButton isBusy={isBusy} disabled={!isReady}>
          Add the fault
        </SubmitButton>
      </div>
    </form>
  );
}
