// Mutants that break HTTP around the operations: unknown paths and methods, HEAD, Accept, conditional requests, repetition.
import { again, answering, asking, bodied, type Fields, fieldsOf, itemsOf, type Mutant, type Mutation, parsed } from '../faults.ts';

/** Another response in place of the service's own refusal with the status. */
function refusal(status: number, change: (response: Response) => Response): Mutation {
  return (box) => async (request) => {
    const response = await box(request);
    return response.status === status ? change(response) : response;
  };
}

function withoutHeader(response: Response, name: string): Response {
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.delete(name);
  return new Response(response.body, { status, headers });
}

function without(call: string, header: string): Mutation {
  return asking(call, (request) => {
    const copy = again(request, {});
    copy.headers.delete(header);
    return copy;
  });
}

export const protocol: readonly Mutant[] = [
  {
    name: 'unknown paths are answered with 200',
    checks: ['unknown-path'],
    mutate: (box) => async (request) => {
      const response = await box(request);
      const isUnknown = response.status === 404 && (await response.clone().text()).includes('No operation has this path');
      return isUnknown ? new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }) : response;
    },
  },
  {
    name: 'undeclared methods are answered with 404',
    checks: ['refuses-method'],
    mutate: refusal(405, (response) => bodied(response, response.body, { status: 404 })),
  },
  {
    name: 'undeclared methods are answered with 200',
    checks: ['refuses-method'],
    mutate: refusal(405, () => Response.json({})),
  },
  { name: '405 comes without Allow', checks: ['refuses-method'], mutate: refusal(405, (response) => withoutHeader(response, 'allow')) },
  {
    name: 'Allow lists GET only',
    checks: ['refuses-method'],
    mutate: refusal(405, (response) => {
      const headers = new Headers(response.headers);
      headers.set('allow', 'GET, HEAD, OPTIONS');
      return new Response(response.body, { status: 405, headers });
    }),
  },
  {
    name: 'HEAD is answered with 405',
    checks: ['head-like-get'],
    mutate: answering('HEAD /notebooks', () => new Response(null, { status: 405, headers: { allow: 'GET, POST' } })),
  },
  {
    name: 'HEAD has another media type than GET',
    checks: ['head-like-get'],
    mutate: answering('HEAD /cook', (response) => bodied(response, null, { type: 'text/plain' })),
  },
  {
    name: 'a page comes where Accept cannot be met',
    checks: ['unmet-accept'],
    mutate: refusal(406, () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
  },
  {
    name: 'If-None-Match is ignored',
    checks: ['conditional-requests'],
    mutate: without('GET /notebooks/*', 'if-none-match'),
  },
  { name: 'If-Match is ignored', checks: ['conditional-requests'], mutate: without('PATCH /notebooks/*', 'if-match') },
  {
    name: 'GET works only once for each recipe',
    checks: ['idempotent-methods'],
    mutate: (box) => {
      const seen = new Set<string>();
      return answering('GET /notebooks/*/recipes/*', (response, request) => {
        if (response.status !== 200) return response;
        const isNew = !seen.has(request.url);
        seen.add(request.url);
        return isNew ? response : bodied(response, response.body, { status: 404 });
      })(box);
    },
  },
  {
    name: 'the same PUT adds its steps again',
    checks: ['idempotent-methods'],
    mutate: (box) => {
      const last = new Map<string, { readonly sent: string; readonly steps: readonly unknown[] }>();
      return answering('PUT /notebooks/*/recipes/*', async (response, request) => {
        if (response.status !== 200) return response;
        const [sent, recipe]: [string, Fields] = [await request.text(), fieldsOf(parsed(await response.text()))];
        const before = last.get(request.url);
        const steps = before?.sent === sent ? [...before.steps, ...itemsOf(recipe.steps)].slice(0, 20) : itemsOf(recipe.steps);
        last.set(request.url, { sent, steps });
        return bodied(response, JSON.stringify({ ...recipe, steps }));
      })(box);
    },
  },
];
