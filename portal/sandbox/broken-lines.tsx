// Shows the lines of a document's schemas that a request has broken.
import type { JSX } from 'preact';
import { findBroken } from './find-broken.ts';
import { Shown } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

interface Issue {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
}

export function BrokenLines({
  document,
  operation,
  issues,
}: {
  document: string;
  operation: string;
  issues: readonly Issue[];
}): JSX.Element {
  const loaded = useLoaded(async (): Promise<unknown> => await (await fetch(`${document}/openapi.json`)).json(), [document]);
  return (
    <Shown of={loaded}>
      {(openapi) => (
        <>
          <h2>What it breaks</h2>
          {issues.map((issue) => {
            const found = findBroken(openapi, operation, issue);
            return (
              <figure class="broken" key={issue.path + issue.keyword}>
                <figcaption>{issue.message}</figcaption>
                {found !== undefined && (
                  <>
                    <code class="pointer">{found.pointer}</code>
                    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reached by keyboard. */}
                    <pre tabIndex={0}>
                      {found.lines.map(({ text, isBroken }, index) => (
                        <span key={index} class={isBroken ? 'line broken-line' : 'line'}>
                          {text}
                          {'\n'}
                        </span>
                      ))}
                    </pre>
                  </>
                )}
              </figure>
            );
          })}
        </>
      )}
    </Shown>
  );
}
