// Keys and tokens: those that the seeds hold, and the actions that make and revoke others.
import type { JSX } from 'preact';
import { CopyButton } from '../../shared/components.tsx';
import { FoldedAction } from '../action-form.tsx';
import { bodyOf } from '../control.ts';
import { ServiceTitle, Shown, ViewHead } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';

/** Actions whose names say that they are about credentials. */
const ABOUT_KEYS = /(?:^|-)(?:key|token|secret|credential)s?(?:-|$)/;

export function KeysView({ control, services: titled }: ViewProps): JSX.Element {
  const loaded = useLoaded(async () => bodyOf(await control.getSandbox({}), 200).services, []);
  return (
    <>
      <ViewHead
        title="Keys and tokens"
        about="These credentials work in this sandbox. They are not secret, because every sandbox begins with the same ones."
      />
      <Shown of={loaded}>
        {(services) =>
          services.map(({ name, credentials, actions }) => (
            <section key={name} class="group">
              <ServiceTitle name={name} services={titled} />
              <ul class="due keys">
                {credentials.map(({ scheme, value, note }) => (
                  <li key={scheme + value}>
                    <code>{value}</code>
                    <span>
                      {note} <span class="soft">{scheme}</span>
                    </span>
                    <CopyButton text={value} />
                  </li>
                ))}
              </ul>
              <div class="cards">
                {actions
                  .filter((action) => ABOUT_KEYS.test(action.name))
                  .map((action) => (
                    <FoldedAction key={action.name} control={control} service={name} action={action} />
                  ))}
              </div>
            </section>
          ))
        }
      </Shown>
    </>
  );
}
