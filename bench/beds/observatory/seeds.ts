// What both institutes have from the start.
import type { Programme, Store } from './store.ts';

const programmeOf = (store: Store, institute: string, code: string, title: string, email: string): Programme =>
  store.programmes.add({
    ...store.made('prg', institute),
    code,
    title,
    principalInvestigator: { name: 'Ana Ferrer', email, orcid: null },
    hoursGranted: 60,
    minutesUsed: 0,
    opensOn: '2026-01-01',
    closesOn: '2026-06-30',
    keywords: ['transients'],
  });

function openSierra(store: Store): void {
  const institute = 'sierra';
  const site = { latitude: 37.064, longitude: -3.385, elevationM: 2896 };
  const none = { homepage: null, retired: false, lastCalibratedAt: null };
  const camera = store.instruments.add({
    ...store.made('ins', institute),
    name: 'Wide camera',
    kind: 'imager',
    apertureMm: 900,
    serialNumber: 'WC-00417',
    filters: ["g'", "r'", 'Halpha'],
    site,
    ...none,
  });
  store.instruments.add({
    ...store.made('ins', institute),
    name: 'Échelle',
    kind: 'spectrograph',
    apertureMm: 1500,
    serialNumber: 'EC-2290',
    filters: [],
    site,
    ...none,
  });
  store.nights.add({
    ...store.made('ngt', institute),
    instrumentId: camera.id,
    date: '2026-03-14',
    startTime: '19:40',
    minutes: 540,
    minutesFree: 540,
    twilight: 'astronomical',
    observers: ['Ana Ferrer'],
  });
  const programme = programmeOf(store, institute, '116.A-0031', 'Young supernovae', 'ana@sierra.example');
  store.proposals.add({
    ...store.made('prp', institute),
    programmeId: programme.id,
    state: 'draft',
    written: {
      title: 'Follow-up in two bands',
      abstract: '',
      priority: 2,
      targets: [{ name: 'NGC 3982', rightAscension: 179.117, declination: 55.125, magnitude: 12.1 }],
      requestedMinutes: 240,
      moon: 'grey',
      coInvestigators: [],
    },
    scheduledMinutes: 0,
    submittedAt: null,
    decidedAt: null,
    note: null,
  });
}

function openFjell(store: Store): void {
  const institute = 'fjell';
  store.instruments.add({
    ...store.made('ins', institute),
    name: 'Auroral photometer',
    kind: 'photometer',
    apertureMm: 300,
    serialNumber: 'AP-1004',
    filters: ['OI'],
    site: { latitude: 69.58, longitude: 19.22, elevationM: 86 },
    homepage: null,
    retired: false,
    lastCalibratedAt: null,
  });
  programmeOf(store, institute, '116.B-0007', 'Pulsating aurorae', 'liv@fjell.example');
}

export function seed(store: Store): void {
  openSierra(store);
  openFjell(store);
}
