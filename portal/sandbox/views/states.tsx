// The states of resources as a graph, with the state of one lit, and what may be done with it next.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Machine, Resource, Transition } from '../../../services/generated/control/index.ts';
import { Badge } from '../../shared/components.tsx';
import { ActionForm } from '../action-form.tsx';
import { bodyOf } from '../control.ts';
import { Choice, Empty, inWords, Shown, ViewHead } from '../parts.tsx';
import { StateGraph } from '../state-graph.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';

interface Kind {
  readonly service: string;
  readonly machine: Machine;
}

export function StatesView({ control, names, services }: ViewProps): JSX.Element {
  const loaded = useLoaded(async (): Promise<readonly Kind[]> => {
    const all = await Promise.all(
      names.map(async (service) =>
        bodyOf(await control.listMachines({ path: { service } }), 200).machines.map((machine) => ({ service, machine })),
      ),
    );
    return all.flat();
  }, []);
  const [chosen, choose] = useState(0);
  return (
    <>
      <ViewHead
        title="States"
        about="The graph shows the states that a resource can have, such as a payment or a booking, and lights the one that it has. Below it stands what may happen next."
      />
      <Shown of={loaded}>
        {(kinds) => {
          const kind = kinds[chosen];
          if (kind === undefined) return <Empty>No service that runs here declares states.</Empty>;
          return (
            <>
              <div class="filters">
                <Choice
                  label="Kind"
                  value={String(chosen)}
                  onChange={(value) => choose(Number(value))}
                  options={kinds.map(({ service, machine }, index) => [String(index), `${machine.title} of ${service}`])}
                />
              </div>
              <MachineView key={kind.machine.name} kind={kind} control={control} services={services} />
            </>
          );
        }}
      </Shown>
    </>
  );
}

function MachineView({
  kind: { service, machine },
  control,
  services,
}: Pick<ViewProps, 'control' | 'services'> & { kind: Kind }): JSX.Element {
  const resources = useLoaded(
    async () => bodyOf(await control.listResources({ path: { service, machine: machine.name }, query: { limit: 100 } }), 200).resources,
    [],
    2_000,
  );
  const [id, setId] = useState('');
  return (
    <Shown of={resources}>
      {(list) => {
        const current = list.find((one) => one.id === id) ?? list[0];
        return (
          <>
            <StateGraph machine={machine} current={current?.state} />
            {current === undefined ? (
              <Empty>
                There is none yet. Create one in the <a href="console.html">console</a>.
              </Empty>
            ) : (
              <>
                <Choice
                  label="Resource"
                  value={current.id}
                  onChange={setId}
                  options={list.map((one) => [one.id, `${one.title} · ${one.state} · ${one.id}`])}
                />
                <Next
                  key={current.id + current.state}
                  {...{ service, machine, control, services }}
                  resource={current}
                  onDone={resources.reload}
                />
              </>
            )}
          </>
        );
      }}
    </Shown>
  );
}

interface NextProps extends Pick<ViewProps, 'control' | 'services'> {
  readonly service: string;
  readonly machine: Machine;
  readonly resource: Resource;
  readonly onDone: () => void;
}

function Next({ service, machine, resource, control, services, onDone }: NextProps): JSX.Element {
  const actions = useLoaded(
    async () => bodyOf(await control.getSandbox({}), 200).services.find(({ name }) => name === service)?.actions ?? [],
    [],
  );
  const [open, setOpen] = useState('');
  const summaries = new Map(
    services
      .filter(({ id }) => id === service)
      .flatMap(({ groups }) => groups.flatMap(({ operations }) => operations.map(({ id, summary }) => [id, summary]))),
  );
  const next = machine.transitions.filter(({ from }) => from === resource.state);
  const calls = [...new Map(next.map((one) => [one.operation ?? one.action ?? '', one])).values()].filter(isCall);
  return (
    <section class="card next">
      <h2>
        Now <Badge tone="accent">{resource.state}</Badge>
      </h2>
      {next.length === 0 && <p>This is a last state: nothing leads on from it.</p>}
      <ul>
        {next.map(({ to, cause }) => (
          <li key={to + cause}>
            {cause} It becomes <b>{to}</b>.
          </li>
        ))}
      </ul>
      <div class="row">
        {calls.map(({ operation, action, parameter }) =>
          operation === undefined ? (
            <button
              type="button"
              class="button primary"
              key={action}
              aria-expanded={open === action}
              onClick={() => setOpen(open === action ? '' : (action ?? ''))}
            >
              {inWords(action ?? '')}
            </button>
          ) : (
            <a
              class="button primary"
              key={operation}
              href={`console.html#/${service}/${operation}${parameter === undefined ? '' : `?path.${encodeURIComponent(parameter)}=${encodeURIComponent(resource.id)}`}`}
            >
              {summaries.get(operation) ?? operation}
            </a>
          ),
        )}
      </div>
      <Shown of={actions}>
        {(list) =>
          list
            .filter(({ name }) => name === open)
            .map((action) => (
              <ActionForm key={action.name} {...{ control, service, action, onDone }} given={givenOf(calls, action.name, resource.id)} />
            ))
        }
      </Shown>
    </section>
  );
}

const isCall = ({ operation, action }: Transition): boolean => operation !== undefined || action !== undefined;

function givenOf(calls: readonly Transition[], name: string, id: string): Readonly<Record<string, string>> {
  const parameter = calls.find(({ action }) => action === name)?.parameter;
  return parameter === undefined ? {} : { [parameter]: id };
}
