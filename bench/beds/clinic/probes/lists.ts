// Shows the faults of lists.
import { header, itemsOf, joined, of, type Probe, type Probes } from '../../probes.ts';
import type { Callers } from './requests.ts';

/** Whether a list has the things with these ids, in this order. */
const lists =
  (path: string, ids: string): Probe<Callers> =>
  async ({ noord }) =>
    joined(itemsOf(await noord('GET', path)), 'id') === ids;

export const listProbes: Probes<Callers> = {
  'offset-counts-pages': lists('/patients?offset=1&limit=2', '2,3'),
  'total-of-the-page': async ({ noord }) => of(await noord('GET', '/patients?limit=1')).total === 4,
  'next-link-after-the-end': async ({ noord }) => !(header(await noord('GET', '/patients?limit=4'), 'link') ?? '').includes('next'),
  'links-drop-filters': async ({ noord }) => {
    const [, next = ''] =
      /<([^>]+)>; rel="next"/.exec(header(await noord('GET', '/patients?sort=-familyName&limit=1'), 'link') ?? '') ?? [];
    return joined(itemsOf(await noord('GET', next)), 'familyName') === 'Visser';
  },
  'ties-newest-first': lists('/patients?sort=birthDate&bornFrom=1988-03-14&bornTo=1988-03-14', '1,4'),
  'search-minds-case': lists('/patients?q=JANSEN', '2'),
  'search-has-wildcards': lists('/patients?q=_', ''),
  'active-false-ignored': lists('/practitioners?active=false', '3'),
  'equipment-any-of': lists('/rooms?equipment=scale,lamp', '2'),
  'born-to-excluded': lists('/patients?bornTo=1954-07-02', '3'),
  'status-first-only': lists('/appointments?status=booked,checkedIn', '1,2'),
  'sort-birth-never-down': lists('/patients?sort=-birthDate', '2,1,4,3'),
};
