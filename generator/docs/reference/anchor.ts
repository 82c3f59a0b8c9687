// The address of an operation in the reference page that Redocly builds.
import type { Callback, Operation, Service } from '../../model/service.ts';

/** The URL of an operation in the reference, relative to the portal. A callback is shown in its operation. */
export function operationUrl(service: Service, operation: Operation | Callback): string {
  const shown = 'owners' in operation ? (operation.owners[0] ?? operation) : operation;
  return `${service.id}/index.html${operationAnchor(shown)}`;
}

/**
 * Redocly's own anchor: the operation below its first tag, in lower case, as in `#/email-finder/findemail`. Redocly spells other signs in tags
 * by tables of its own. For such a tag this is the anchor of older pages, `#operation/findEmail`, which Redocly forwards after a moment.
 */
export function operationAnchor(operation: Operation): string {
  const tag = operation.tags[0] ?? ('key' in operation ? 'webhooks' : 'other');
  const id = referenceId(operation);
  if (!/^[\w\s-]*\w[\w\s-]*$/.test(tag)) return `#operation/${encodeURIComponent(id)}`;
  const slug = tag
    .replace(/[\s-]+/g, ' ')
    .trim()
    .replaceAll(' ', '-');
  return `#/${`${slug}/${id}`.toLowerCase().split('/').map(encodeURIComponent).join('/')}`;
}

/** The `operationId` in the reference. Redocly needs one for an anchor, so an operation without one has its name in code there. */
export function referenceId({ id, name, method, path }: Operation): string {
  return id === `${method} ${path}` ? name : id;
}
