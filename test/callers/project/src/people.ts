// Finds the address of a person, and whether mail to it would arrive.
import { createEmailClient, type EmailClient, type FindEmailInput, type LikelyEmail } from '@octavo/interfaces/h-email';
import { unwrap } from '@octavo/runtime';

export interface Person {
  readonly fullName: string;
  readonly company: string;
}

export interface Found {
  readonly address: string;
  readonly certainty: number;
  readonly title: string | null;
}

export function connect(key: string): EmailClient {
  return createEmailClient({ credentials: { apiKey: key } });
}

function inputFor({ fullName, company }: Person): FindEmailInput {
  return { query: { company, full_name: fullName } };
}

export async function findAddress(client: EmailClient, person: Person): Promise<Found | undefined> {
  const { data } = unwrap(await client.findEmail(inputFor(person)), 200);
  return foundIn(data);
}

/** One after the other: the service allows few requests at once. */
export async function findAll(client: EmailClient, people: readonly Person[]): Promise<readonly Found[]> {
  const all: Found[] = [];
  for (const { fullName, company } of people) {
    const result = await client.discovery.findEmail({ query: { company, full_name: fullName, max_duration: 5 } });
    if (result.status !== 200) throw new Error(`The service answers ${result.status} for ${fullName}.`);
    const found = foundIn(result.body.data);
    if (found !== undefined) all.push(found);
  }
  return all;
}

function foundIn({ email, score, position: title }: LikelyEmail): Found | undefined {
  return email === null || score === null ? undefined : { address: email, certainty: score / 100, title };
}

export async function canArrive(client: EmailClient, email: string): Promise<boolean | undefined> {
  const result = await client.verifyEmail({ query: { email } });
  switch (result.status) {
    case 200:
      return result.body.data.status === 'valid';
    case 202:
      return undefined;
    default:
      throw new Error(`The address ${email} could not be checked: ${result.status}`);
  }
}

/** Which kind of people a company has. */
export async function departments(client: EmailClient, domain: string): Promise<ReadonlyMap<string, number>> {
  const { data } = unwrap(await client.searchDomain({ query: { domain, limit: 100 } }), 200);
  const counts = new Map<string, number>();
  for (const { department } of data.emails) if (department != null) counts.set(department, (counts.get(department) ?? 0) + 1);
  return counts;
}
