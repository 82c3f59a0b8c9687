// What TypeSpec says of the scenarios in words that their OpenAPI documents do not have, as a user adds it to the configuration.
import { join } from 'node:path';

/** Overlays by document. */
export const overlays: Readonly<Record<string, readonly string[]>> = { 'payload-xml': [join(import.meta.dirname, 'xml.overlay.yaml')] };

const link = (next: string, items: string) => ({ 'x-pagination': { style: 'link', next, items } });

/** How clients follow pages. */
export const pagination: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'payload-pageable': {
    ServerDrivenPagination_link: link('/next', '/pets'),
    XmlPagination_listWithNextLink: link('/nextLink', '/pets'),
    ServerDrivenPagination_linkString: link('/next', '/pets'),
    ServerDrivenPagination_nestedLink: link('/nestedNext/next', '/nestedItems/pets'),
    AlternateInitialVerb_post: { 'x-pagination': { style: 'link', next: '/next', items: '/pets', method: 'get' } },
  },
};
