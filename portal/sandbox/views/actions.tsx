// Actions: what people and devices do that no operation of a service can do.
import type { JSX } from 'preact';
import { FoldedAction } from '../action-form.tsx';
import { bodyOf } from '../control.ts';
import { Empty, ServiceTitle, Shown, ViewHead } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';

export function ActionsView({ control, services: titled }: ViewProps): JSX.Element {
  const loaded = useLoaded(async () => bodyOf(await control.getSandbox({}), 200).services, []);
  return (
    <>
      <ViewHead
        title="Actions"
        about="Actions do what no operation of a service can do: a visitor books a meeting, a shopper confirms a payment, the inputs of a plant change."
      />
      <Shown of={loaded}>
        {(services) => {
          const able = services.filter(({ actions }) => actions.length > 0);
          if (able.length === 0) return <Empty>No service that runs here has actions.</Empty>;
          return able.map(({ name, actions }) => (
            <section key={name} class="group">
              <ServiceTitle name={name} services={titled} />
              <div class="cards">
                {actions.map((action) => (
                  <FoldedAction key={action.name} control={control} service={name} action={action} />
                ))}
              </div>
            </section>
          ));
        }}
      </Shown>
    </>
  );
}
