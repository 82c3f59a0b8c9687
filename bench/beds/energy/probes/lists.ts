// Probes of lists.
import { joined } from '../../probes.ts';
import * as make from './callers.ts';

const { content, pageInfo } = make;

type Send = make.Callers['office'];

const ids = async (send: Send, path: string, name = 'id'): Promise<string> => joined(await content(send, path), name);

export const lists: make.EnergyProbes = {
  'size-default-10': async ({ office }) => (await pageInfo(office, '/bills')).size === 20,
  'pages-overlap': async ({ office }) => (await ids(office, '/customers?size=2&page=1')) === 'cle1000c,dor1000d',
  'page-behind-last-not-found': ({ office }) => make.is(office('GET', '/customers?page=7'), 200),
  'total-of-one-page': async ({ office }) => (await pageInfo(office, '/supply-points?size=1')).totalElements === 4,
  'total-pages-rounded-down': async ({ office }) => (await pageInfo(office, '/customers?size=3')).totalPages === 2,
  'descending-reverses-equals': async ({ office }) => {
    await office('PUT', '/supply-points/AA10000001', { body: make.point() });
    const codes = await ids(office, '/supply-points?sort=capacityKw,desc&size=3', 'code');
    return codes === 'DK10000002,DK10000001,AA10000001';
  },
  'balances-sorted-as-texts': async ({ office }) => {
    await make.post(office, '/bills/bil1000b/payments', { reference: 'a', amount: 4814.42, method: 'card', paidOn: '2025-04-10' });
    return (await ids(office, '/customers?sort=balance,asc')) === 'cle1000c,dor1000d,ada1000a,bro1000b';
  },
  'search-by-upper-and-lower-case': async ({ office }) => (await ids(office, '/customers?q=LINDQ')) === 'ada1000a',
  'search-without-email': async ({ office }) => (await ids(office, '/customers?q=office@brodal')) === 'bro1000b',
  'tag-filter-only-first': async ({ office }) => (await ids(office, '/customers?tag=green')) === 'ada1000a',
  'supplied-false-ignored': async ({ office }) => (await ids(office, '/supply-points?supplied=false', 'code')) === 'DK10000003,DK10000004',
  'min-capacity-exclusive': async ({ office }) => (await ids(office, '/supply-points?minCapacity=25', 'code')) === 'DK10000001,DK10000002',
  'readings-to-exclusive': async ({ office }) =>
    (await ids(office, '/meters/EL-10001/readings?from=2025-01-01&to=2025-04-01')) === 'rea1000b,rea1000c',
  'kind-ignored-with-days': async ({ office }) =>
    (await ids(office, '/meters/EL-10001/readings?kind=estimated&from=2025-01-01')) === 'rea1000d',
  'valid-on-before-last-day': async ({ office }) =>
    (await ids(office, '/tariffs?validOn=2027-06-30&state=published')) === 'tar1000a,tar1000b',
  'valid-on-without-open-end': async ({ office }) => (await ids(office, '/tariffs?validOn=2025-06-30')) === 'tar1000a,tar1000b',
  'customer-ignored-with-state': async ({ office }) => (await ids(office, '/contracts?state=active&customerId=ada1000a')) === 'con1000a',
  'only-first-state': async ({ office }) => {
    await make.pay(office, 342.95);
    return (await ids(office, '/bills?state=open,paid')) === 'bil1000a,bil1000b';
  },
  'due-before-inclusive': async ({ office }) => (await ids(office, '/bills?dueBefore=2025-04-17')) === 'bil1000b',
};
