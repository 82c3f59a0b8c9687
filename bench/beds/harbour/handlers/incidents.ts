// Incidents: they are reported and resolved.
import { millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { Ask } from '../ask.ts';
import { filtered, pageOf, sorted } from '../lists.ts';
import { isBefore, timeOf } from '../rules.ts';
import { type Incident, newId } from '../store.ts';
import { conflict, invalid } from '../wire.ts';
import { incidentOf } from './things.ts';
import { registeredVessel } from './vessels.ts';
import { momentOf } from './visits.ts';

export function listIncidents(ask: Ask): Reply {
  const { port, store, on } = ask;
  const ports = on('incidents-of-all-ports') ? store.ports : [port];
  const known = ports.flatMap(({ incidents }) => [...incidents.values()]);
  const isSevere = (severity: number, least: number): boolean => (on('severity-must-equal') ? severity === least : severity >= least);
  let found = filtered(ask, known, 'kind', ({ kind }, value: string) => kind === value);
  found = filtered(ask, found, 'state', ({ state }, value: string) => state === value);
  found = filtered(ask, found, 'minSeverity', ({ severity }, least: number) => isSevere(severity, least));
  found = filtered(ask, found, 'shipNumber', ({ shipNumber }, value: string) => shipNumber === value);
  const key = ({ happenedAt }: Incident): number => millisecondsOf(happenedAt);
  const all = sorted(found, key, ({ id }) => id, on('oldest-incident-first') ? 1 : -1);
  return pageOf(ask, 'incidents', all, (incident) => incident);
}

type Report = Omit<Incident, 'id' | 'state' | 'outcome' | 'resolvedAt'>;

export function reportIncident(ask: Ask): Reply {
  const { port, on } = ask;
  const report = ask.body as Report;
  const happenedAt = timeOf(ask, report.happenedAt, 'happenedAt');
  if (report.shipNumber !== null && !on('unknown-vessel-in-incident')) registeredVessel(ask, report.shipNumber);
  if (report.detains && report.shipNumber === null) throw invalid('detains', 'only an incident with a vessel detains one');
  if (report.kind === 'spill' && report.litres === null) throw invalid('litres', 'a spill has them');
  if (report.kind !== 'spill' && report.litres !== null && !on('litres-without-spill')) throw invalid('litres', 'only a spill has them');
  const incident: Incident = { ...report, happenedAt, id: newId(), state: 'open', outcome: null, resolvedAt: null };
  port.incidents.set(incident.id, incident);
  return { status: 201, body: incident };
}

export function resolveIncident(ask: Ask): Reply {
  const incident = incidentOf(ask);
  const { outcome } = ask.body as { outcome: string };
  const resolvedAt = momentOf(ask);
  if (isBefore(resolvedAt, incident.happenedAt)) throw invalid('at', 'is before the incident');
  if (incident.state !== 'open' && !ask.on('resolved-twice')) throw conflict('The incident is not open.');
  const next: Incident = { ...incident, state: 'resolved', outcome, resolvedAt };
  ask.port.incidents.set(incident.id, next);
  return { status: 200, body: next };
}
