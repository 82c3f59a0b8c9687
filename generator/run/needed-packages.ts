// Says which packages the generated code of a document loads at run time and that are not installed where it stands.

import { installCommand } from '../base/package-manager.ts';
import { findPackage } from '../base/peer.ts';
import type { Problem } from '../base/problem.ts';
import type { Held, HeldOptions } from '../emit/held/forms.ts';
import type { MediaContent } from '../model/message.ts';
import type { Service } from '../model/service.ts';

/** The package that reads XML; the runtime loads it with the first body. */
const XML = 'saxes';

/** `output`: the folder of the generated files. What is generated does not depend on it. */
export function packageProblems(service: Service, output: string): Problem[] {
  const first = xmlOf(service);
  if (first === undefined || findPackage(output, XML) !== undefined) return [];
  return [
    {
      code: 'xml-package',
      severity: 'warning',
      message: `The generated code reads XML with the package ${XML}, which is not installed: until it is, the first XML body that is read fails.`,
      fix: `Run \`${installCommand([XML])}\`.`,
      location: first.location,
    },
  ];
}

/** The packages that generated code imports for a form. */
export function packagesOf(form: Held): string[] {
  if (form.kind === 'temporal') return form.from === 'global' ? [] : packageOf(form.from);
  return form.kind === 'own' ? [...packageOf(form.module), ...packageOf(form.from)] : [];
}

/** The package of a module; none for a path, and for an alias that cannot be the name of a package. */
function packageOf(module: string): string[] {
  const name = /^(?:@[a-z0-9-][\w.-]*\/)?[a-z0-9][\w.-]*(?=$|\/)/i.exec(module)?.[0];
  return name === undefined || module.startsWith('node:') ? [] : [name];
}

/** For the cache: what `packageProblems` depends on beside the document. */
export function packagesIn(output: string, options: HeldOptions): readonly boolean[] {
  return [XML, ...Object.values(options).flatMap(packagesOf)].map((name) => findPackage(output, name) !== undefined);
}

/** A problem of a package has a line of its own under the document's, however many other problems there are. */
export function isPackageProblem({ code }: Problem): boolean {
  return code === 'xml-package' || code === 'format-package';
}

function xmlOf({ operations, webhooks, callbacks }: Service): MediaContent | undefined {
  for (const operation of [...operations, ...webhooks, ...callbacks]) {
    const bodies = [operation.body, ...operation.responses];
    const found = bodies.flatMap((body) => body?.contents ?? []).find(({ kind }) => kind === 'xml');
    if (found !== undefined) return found;
  }
  return undefined;
}
