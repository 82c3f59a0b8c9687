// A contact book of sales teams, as sales.yaml says, with nothing wrong in it.
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { answering, type Call, Refusal, type Rules } from './answering.ts';

type Stage = 'lead' | 'qualified' | 'won' | 'lost';

interface Body {
  readonly name?: string;
  readonly domain?: string | null;
  readonly industry?: string;
  readonly employees?: number | null;
  readonly full_name: string;
  readonly company_id?: string;
  readonly language?: string;
  readonly title: string;
  readonly value: number;
  readonly probability?: number;
  readonly stage: Stage;
  readonly reason?: string;
  readonly kind: string;
  readonly note?: string;
  readonly happened_at?: string;
  readonly minutes?: number;
}

interface Company {
  readonly id: string;
  readonly name: string;
  readonly domain: string | null;
  readonly industry: string;
  readonly employees: number | null;
  readonly created_at: string;
}

interface Contact {
  readonly email: string;
  readonly company_id: string | null;
  readonly first_saved_at: string;
}

interface Activity {
  readonly id: string;
  readonly deal_id: string;
  readonly happened_at: string;
}

interface Deal {
  readonly id: string;
  readonly company_id: string;
  readonly value: number;
  readonly stage: Stage;
  readonly probability: number;
  readonly lost_reason: string | null;
  readonly closed_at: string | null;
  readonly activities: readonly Activity[];
}

interface Team {
  readonly companies: Map<string, Company>;
  readonly contacts: Map<string, Contact>;
  readonly deals: Map<string, Deal>;
}

const now = (): string => new Date().toISOString();
const USUAL: Readonly<Record<Stage, number>> = { lead: 10, qualified: 40, won: 100, lost: 0 };
const isOpen = ({ stage }: Deal): boolean => stage === 'lead' || stage === 'qualified';
const later = (a: Activity, b: Activity): number => Date.parse(b.happened_at) - Date.parse(a.happened_at);

function sizeOf({ employees }: Company): string {
  if (employees === null) return 'unknown';
  if (employees < 50) return 'small';
  return employees < 250 ? 'medium' : 'large';
}

function shownDeal({ activities, ...deal }: Deal): object {
  const [last] = [...activities].sort(later);
  return { ...deal, weighted_value: Math.floor((deal.value * deal.probability) / 100), last_activity_at: last?.happened_at ?? null };
}

function rules(): Rules<Body> {
  const teams = new Map<string, Team>();
  const counts = { ids: 0, requests: 0 };
  const nextId = (kind: string): string => `${kind}_${String(++counts.ids).padStart(6, '0')}`;
  const meta = (): { request_id: string } => ({ request_id: `req-${++counts.requests}` });
  const teamOf = ({ caller: { account } }: Call<Body>): Team => {
    const team = teams.get(account) ?? { companies: new Map(), contacts: new Map(), deals: new Map() };
    teams.set(account, team);
    return team;
  };
  const answer = (data: object, status = 200, location?: string): Response =>
    Response.json({ data, meta: meta() }, { status, headers: location === undefined ? {} : { Location: location } });
  const known = <Thing>(things: Map<string, Thing>, id = ''): Thing => {
    const thing = things.get(id);
    if (thing === undefined) throw new Refusal(404, 'not_found', `There is no ${id}.`);
    return thing;
  };
  const dealsOf = ({ deals }: Team, company: string): readonly Deal[] => [...deals.values()].filter((deal) => deal.company_id === company);
  const shownCompany = (team: Team, company: Company): object => ({
    ...{ ...company, size: sizeOf(company) },
    open_deals: dealsOf(team, company.id).filter(isOpen).length,
  });
  const page = <Thing extends { readonly id: string }>(
    things: readonly Thing[],
    query: Call<Body>['query'],
    show: (thing: Thing) => object,
  ): Response => {
    const { cursor, limit = 10 } = query as { readonly cursor?: string; readonly limit?: number };
    const before = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString();
    if (cursor !== undefined && !/^before:[a-z]{2}_[0-9]{6}$/.test(before))
      throw new Refusal(400, 'bad_cursor', 'We did not issue this cursor.');
    const rest = [...things].reverse().filter(({ id }) => cursor === undefined || id < before.slice('before:'.length));
    const shown = rest.slice(0, limit);
    const next = rest.length > limit ? Buffer.from(`before:${shown.at(-1)?.id}`).toString('base64url') : null;
    return Response.json({ data: shown.map(show), meta: { ...meta(), next_cursor: next } });
  };
  const checkDomain = (team: Team, domain: string | null, own?: string): void => {
    const isTaken = domain !== null && [...team.companies.values()].some((one) => one.id !== own && one.domain === domain);
    if (isTaken) throw new Refusal(409, 'duplicate_domain', `Another company has the domain ${domain}.`);
  };
  const checkCompany = (team: Team, id: string): void => {
    if (!team.companies.has(id)) throw new Refusal(422, 'unknown_company', `There is no company ${id}.`);
  };

  const operations: Rules<Body>['operations'] = {
    listCompanies: (call) => {
      const team = teamOf(call);
      const { name = '', industry } = call.query as { readonly name?: string; readonly industry?: string };
      const found = [...team.companies.values()].filter(
        (one) => one.name.toLowerCase().includes(name.toLowerCase()) && (industry === undefined || one.industry === industry),
      );
      return page(found, call.query, (one) => shownCompany(team, one));
    },
    createCompany: (call) => {
      const team = teamOf(call);
      const { name = '', industry = 'other', employees = null } = call.body;
      const domain = call.body.domain?.toLowerCase() ?? null;
      checkDomain(team, domain);
      const company: Company = { id: nextId('co'), name: name.trim(), domain, industry, employees, created_at: now() };
      team.companies.set(company.id, company);
      return answer(shownCompany(team, company), 201, `/v2/companies/${company.id}`);
    },
    getCompany: (call) => {
      const team = teamOf(call);
      const company = known(team.companies, call.path.companyId);
      const deals = call.query.expand === 'deals' ? { deals: dealsOf(team, company.id).map(shownDeal) } : {};
      return answer({ ...shownCompany(team, company), ...deals });
    },
    updateCompany: (call) => {
      const team = teamOf(call);
      const before = known(team.companies, call.path.companyId);
      const { name = before.name, domain = before.domain, industry = before.industry, employees = before.employees } = call.body;
      checkDomain(team, domain?.toLowerCase() ?? null, before.id);
      const company: Company = { ...before, name: name.trim(), domain: domain?.toLowerCase() ?? null, industry, employees };
      team.companies.set(company.id, company);
      return answer(shownCompany(team, company));
    },
    deleteCompany: (call) => {
      if (call.caller.isLimited) throw new Refusal(403, 'forbidden', 'Reps cannot delete.');
      const team = teamOf(call);
      const { id } = known(team.companies, call.path.companyId);
      const deals = dealsOf(team, id);
      if (deals.some(isOpen)) throw new Refusal(409, 'open_deals', 'Some of its deals are open.');
      team.companies.delete(id);
      for (const deal of deals) team.deals.delete(deal.id);
      for (const contact of team.contacts.values()) {
        if (contact.company_id === id) team.contacts.set(contact.email, { ...contact, company_id: null });
      }
      return new Response(null, { status: 204 });
    },
    saveContact: (call) => {
      const team = teamOf(call);
      const email = (call.path.email ?? '').toLowerCase();
      const before = team.contacts.get(email);
      const { full_name, company_id = null, language = 'en' } = call.body;
      if (company_id !== null) checkCompany(team, company_id);
      const at = now();
      const contact = { email, full_name, company_id, language, first_saved_at: before?.first_saved_at ?? at, last_saved_at: at };
      team.contacts.set(email, contact);
      return answer(contact, before === undefined ? 201 : 200);
    },
    getContact: (call) => answer(known(teamOf(call).contacts, call.path.email?.toLowerCase())),
    listDeals: (call) => {
      const {
        stage,
        company_id,
        min_value = 0,
      } = call.query as {
        readonly stage?: readonly Stage[];
        readonly company_id?: string;
        readonly min_value?: number;
      };
      const found = [...teamOf(call).deals.values()].filter(
        (deal) =>
          (stage === undefined || stage.includes(deal.stage)) &&
          (company_id === undefined || deal.company_id === company_id) &&
          deal.value >= min_value,
      );
      return page(found, call.query, shownDeal);
    },
    createDeal: (call) => {
      const team = teamOf(call);
      const { title, company_id = '', value, probability = USUAL.lead } = call.body;
      checkCompany(team, company_id);
      const facts = { id: nextId('de'), title, company_id, value, probability, created_at: now() };
      const deal: Deal = { ...facts, stage: 'lead', lost_reason: null, closed_at: null, activities: [] };
      team.deals.set(deal.id, deal);
      return answer(shownDeal(deal), 201, `/v2/deals/${deal.id}`);
    },
    getDeal: (call) => answer(shownDeal(known(teamOf(call).deals, call.path.dealId))),
    moveDeal: (call) => {
      const { deals } = teamOf(call);
      const before = known(deals, call.path.dealId);
      const { stage, reason } = call.body;
      if (!isOpen(before) && stage !== 'qualified') throw new Refusal(409, 'closed', `The deal is ${before.stage}.`);
      if (stage === before.stage) return answer(shownDeal(before));
      const changed = { ...before, stage, probability: USUAL[stage], lost_reason: stage === 'lost' ? (reason ?? null) : null };
      const deal: Deal = { ...changed, closed_at: isOpen(changed) ? null : now() };
      deals.set(deal.id, deal);
      return answer(shownDeal(deal));
    },
    listActivities: (call) => answer([...known(teamOf(call).deals, call.path.dealId).activities].sort(later)),
    logActivity: (call) => {
      const { deals } = teamOf(call);
      const deal = known(deals, call.path.dealId);
      const { kind, note = '', happened_at = now(), minutes } = call.body;
      const activity = {
        id: nextId('ac'),
        deal_id: deal.id,
        kind,
        note,
        happened_at,
        minutes: kind === 'email' ? null : (minutes ?? null),
      };
      deals.set(deal.id, { ...deal, activities: [activity, ...deal.activities] });
      return answer(activity, 201);
    },
  };

  return {
    base: '/v2',
    refuse: (status, message, code) => {
      const usual: Readonly<Record<number, string>> = { 401: 'unauthorized', 404: 'not_found' };
      return Response.json({ error: { code: code ?? usual[status] ?? 'invalid', message }, meta: meta() }, { status });
    },
    callerOf: (headers) => {
      const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
      const [account = '', role] = token.split('-');
      return ['north-lead', 'north-rep', 'south-lead'].includes(token) ? { account, isLimited: role === 'rep' } : undefined;
    },
    operations,
  };
}

export const CREDENTIALS = { given: { token: 'north-lead' }, other: { token: 'south-lead' }, limited: { token: 'north-rep' } };

export const sales = (): Promise<Handler> => answering('sales', rules);
