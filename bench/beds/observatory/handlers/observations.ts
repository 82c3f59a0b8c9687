// Observations and their data files.
import { gap } from '../../clock.ts';
import type { Call, Handler } from '../call.ts';
import { hasFourDigitYear, momentOf } from '../formats.ts';
import { FILE_KINDS, type FileInput, type ObservationInput } from '../inputs.ts';
import { pageOf, pagesOf, sorted, sortingOf } from '../lists.ts';
import type { Observation } from '../store.ts';
import { shown, showObservation } from '../views.ts';
import { conflict, invalid, notFound, tagOf } from '../wire.ts';
import { answerRead, requireMatch } from './conditions.ts';
import { proposalOf } from './proposals.ts';

function observationOf({ store, id, institute }: Call): Observation {
  const found = store.observations.find(id, institute);
  if (found === undefined) throw notFound();
  return found;
}

const createObservation: Handler = async (call) => {
  const { store, institute, has } = call;
  const proposal = proposalOf(call);
  const { nightId, targetNumber = 1, minutes, exposures: sent, remark = null } = await call.body<ObservationInput>();
  const night = store.nights.find(nightId, institute);
  const instrument = store.instruments.find(night?.instrumentId ?? '', institute);
  if (night === undefined || instrument === undefined) throw invalid('/nightId', 'There is no such night.');
  const target = proposal.written.targets[targetNumber - 1];
  if (target === undefined) throw invalid('/targetNumber', 'The proposal has fewer targets.');
  const exposures = sent.map(({ filter = null, seconds, count }) => ({ filter, seconds, count }));
  const unknown = exposures.findIndex(({ filter }) => filter !== null && !instrument.filters.includes(filter));
  if (unknown !== -1) throw invalid(`/exposures/${unknown}/filter`, 'The instrument does not have it.');
  if (proposal.state !== 'accepted') throw conflict('The proposal is not accepted.');
  if (minutes > night.minutesFree) throw conflict('The night has too few minutes free.');
  if (has('night-overbooked-at-once')) await gap();
  if (proposal.scheduledMinutes + minutes > proposal.written.requestedMinutes) throw conflict('The proposal has too few minutes left.');
  if (!has('night-minutes-kept')) night.minutesFree -= minutes;
  proposal.scheduledMinutes += minutes;
  const openSeconds = exposures.reduce((sum, { seconds, count }) => sum + seconds * (has('open-seconds-of-one') ? 1 : count), 0);
  const place = { proposalId: proposal.id, nightId, instrumentId: instrument.id, targetNumber, targetName: target.name };
  const described = { ...place, state: 'planned' as const, minutes, exposures, openSeconds, remark, fileCount: 0 };
  const made = store.observations.add({ ...store.made('obs', institute), ...described });
  const body = showObservation(made);
  const parent = has('observation-location-nested') ? `/proposals/${proposal.id}` : '';
  return { status: 201, body, headers: { location: `${parent}/observations/${made.id}`, etag: tagOf(body) } };
};

const getObservation: Handler = (call) => answerRead(call, showObservation(observationOf(call)));

const cancelObservation: Handler = (call) => {
  const { store, institute, has } = call;
  const observation = observationOf(call);
  requireMatch(call, tagOf(showObservation(observation)));
  const { id, state, nightId, proposalId, minutes } = observation;
  if (state === 'observed') throw conflict('The observation has been observed.');
  const night = store.nights.find(nightId, institute);
  const proposal = store.proposals.find(proposalId, institute);
  if (night !== undefined) night.minutesFree += minutes;
  if (proposal !== undefined && !has('cancelled-still-scheduled')) proposal.scheduledMinutes -= minutes;
  store.observations.remove(id);
  return { status: 204 };
};

const listFiles: Handler = (call) => {
  const { store, institute, query, has } = call;
  const observation = observationOf(call);
  const kind = query.choice('kind', FILE_KINDS);
  const sort = query.choice('sort', ['name', '-name', 'sizeBytes', '-sizeBytes']) ?? 'name';
  const pages = pagesOf(query, JSON.stringify(['files', observation.id, kind, sort]), has);
  const { member, isDescending } = sortingOf(sort);
  const all = store.files.of(institute).filter(({ observationId }) => observationId === observation.id);
  const found = all.filter((file) => kind === undefined || file.kind === kind);
  const { items, page } = pageOf(
    sorted(found, ({ name, sizeBytes }) => (member === 'name' ? name : sizeBytes), isDescending),
    pages,
  );
  const total = has('files-total-unfiltered') ? all.length : page.total;
  return { status: 200, body: { items: items.map(shown), page: { ...page, total } } };
};

const createFile: Handler = async (call) => {
  const { store, institute, has } = call;
  observationOf(call);
  const { name, kind, sizeBytes, sha256, recordedAt, keywords = {} } = await call.body<FileInput>();
  const observation = observationOf(call);
  const recorded = momentOf(recordedAt);
  if (!hasFourDigitYear(recorded)) throw invalid('/recordedAt', 'It lies outside of the years 0000 to 9999.');
  if (store.files.of(institute).some((other) => other.observationId === observation.id && other.name === name))
    throw conflict('The observation has a file of this name.');
  const size = has('file-size-32-bits') ? sizeBytes % 2 ** 32 : sizeBytes;
  const described = { name, kind, sizeBytes: size, sha256, recordedAt: new Date(recorded).toISOString(), keywords };
  const made = store.files.add({ ...store.made('', institute), observationId: observation.id, ...described });
  observation.fileCount += 1;
  if (!has('first-file-still-planned')) observation.state = 'observed';
  return { status: 201, body: shown(made) };
};

export const observations = { createObservation, getObservation, cancelObservation, listFiles, createFile };
