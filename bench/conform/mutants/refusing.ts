// Mutants that refuse a request which the document allows.
import { type Fields, fieldsOf, instead, itemsOf, type Mutant, parsed, problem } from '../faults.ts';

function refuses(what: string, call: string, isMeant: (body: Fields) => boolean): Mutant {
  return {
    name: `refuses ${what}`,
    checks: ['accepts-valid'],
    mutate: instead(call, async (request, box) => {
      const body = fieldsOf(parsed(await request.clone().text()));
      return isMeant(body) && (await box(request)).status !== 401 ? problem(400, 'Bad Request') : undefined;
    }),
  };
}

const RECIPE = 'POST /notebooks/*/recipes';

export const refusing: readonly Mutant[] = [
  refuses('a title of the greatest length', 'POST /notebooks', ({ title }) => [...String(title)].length === 60),
  refuses('the season autumn', 'PATCH /notebooks/*', ({ season }) => season === 'autumn'),
  refuses('a recipe with a wait', RECIPE, ({ steps }) => itemsOf(steps).some((step) => fieldsOf(step).kind === 'wait')),
  refuses('a rating of 0', RECIPE, ({ rating }) => rating === 0),
  refuses('a recipe without tags', RECIPE, ({ tags }) => tags === undefined),
  refuses('a source of null', 'PUT /notebooks/*/recipes/*', ({ source }) => source === null),
  refuses('a name beyond ASCII', RECIPE, ({ name }) => [...String(name)].some((one) => one > '~')),
  {
    name: 'refuses a limit of 50',
    checks: ['accepts-valid'],
    mutate: instead('GET /notebooks', (request) =>
      new URL(request.url).searchParams.get('limit') === '50' ? problem(422, 'Unprocessable Content') : undefined,
    ),
  },
  {
    name: 'refuses two tags in a query',
    checks: ['accepts-valid'],
    mutate: instead('GET /notebooks/*/recipes', async (request, box) =>
      new URL(request.url).searchParams.getAll('tag').length === 2 && (await box(request)).ok ? problem(400, 'Bad Request') : undefined,
    ),
  },
];
