// The beds of the bench: foreign services with faults that somebody planted on purpose, to see how many of them a tester finds.
import { faults as auctionsFaults } from './auctions/faults.ts';
import { documentPath as auctionsDocument, credentials as auctionsSecrets, listen as listenAuctions } from './auctions/server.ts';
import type { Bed } from './bed.ts';
import { faults as bikesFaults } from './bikes/faults/index.ts';
import { documentPath as bikesDocument, credentials as bikesSecrets, listen as listenBikes } from './bikes/server.ts';
import { faults as cinemaFaults } from './cinema/faults.ts';
import { documentPath as cinemaDocument, credentials as cinemaTokens, listen as listenCinema } from './cinema/server.ts';
import { faults as claimsFaults } from './claims/faults.ts';
import { documentPath as claimsDocument, credentials as claimsSessions, listen as listenClaims } from './claims/server.ts';
import { faults as clinicFaults } from './clinic/faults/index.ts';
import { documentPath as clinicDocument, credentials as clinicSecrets, listen as listenClinic } from './clinic/server.ts';
import { faults as coursesFaults } from './courses/faults/index.ts';
import { documentPath as coursesDocument, credentials as coursesSecrets, listen as listenCourses } from './courses/server.ts';
import { faults as energyFaults } from './energy/faults.ts';
import { documentPath as energyDocument, credentials as energyKeys, listen as listenEnergy } from './energy/server.ts';
import { faults as festivalFaults } from './festival/faults/index.ts';
import { documentPath as festivalDocument, credentials as festivalSecrets, listen as listenFestival } from './festival/server.ts';
import { faults as grantsFaults } from './grants/faults/index.ts';
import { documentPath as grantsDocument, credentials as grantsSecrets, listen as listenGrants } from './grants/server.ts';
import { faults as gymFaults } from './gym/faults.ts';
import { documentPath as gymDocument, credentials as gymKeys, listen as listenGym } from './gym/server.ts';
import { faults as harbourFaults } from './harbour/faults.ts';
import { documentPath as harbourDocument, credentials as harbourSessions, listen as listenHarbour } from './harbour/server.ts';
import { faults as helpdeskFaults } from './helpdesk/faults/index.ts';
import { documentPath as helpdeskDocument, credentials as helpdeskSecrets, listen as listenHelpdesk } from './helpdesk/server.ts';
import { faults as laboratoryFaults } from './laboratory/faults/index.ts';
import { documentPath as laboratoryDocument, credentials as laboratoryKeys, listen as listenLaboratory } from './laboratory/server.ts';
import { faults as museumFaults } from './museum/faults.ts';
import { listen as listenMuseum, documentPath as museumDocument, credentials as museumKeys } from './museum/server.ts';
import { faults as parcelsFaults } from './parcels/faults/index.ts';
import { listen as listenParcels, documentPath as parcelsDocument, credentials as parcelsSecrets } from './parcels/server.ts';
import { faults as payrollFaults } from './payroll/faults.ts';
import { listen as listenPayroll, documentPath as payrollDocument, credentials as payrollTokens } from './payroll/server.ts';
import { faults as podcastsFaults } from './podcasts/faults.ts';
import { listen as listenPodcasts, documentPath as podcastsDocument, credentials as podcastsTokens } from './podcasts/server.ts';
import { faults as rentalsFaults } from './rentals/faults/index.ts';
import { listen as listenRentals, documentPath as rentalsDocument, credentials as rentalsLogins } from './rentals/server.ts';
import { faults as restaurantFaults } from './restaurant/faults.ts';
import { listen as listenRestaurant, documentPath as restaurantDocument, credentials as restaurantKeys } from './restaurant/server.ts';
import { faults as schoolFaults } from './school/faults.ts';
import { listen as listenSchool, documentPath as schoolDocument, credentials as schoolTokens } from './school/server.ts';
import { faults as shopFaults } from './shop/faults.ts';
import { listen as listenShop, documentPath as shopDocument, credentials as shopKeys } from './shop/server.ts';
import { shortBeds } from './short.ts';
import { faults as tenancyFaults } from './tenancy/faults.ts';
import { listen as listenTenancy, documentPath as tenancyDocument, credentials as tenancyTokens } from './tenancy/server.ts';
import { faults as trackerFaults } from './tracker/faults.ts';
import { listen as listenTracker, documentPath as trackerDocument, credentials as trackerLogins } from './tracker/server.ts';
import { faults } from './warehouse/faults.ts';
import { credentials, documentPath, listen } from './warehouse/server.ts';

export type { Bed, Fault } from './bed.ts';

const warehouse: Bed = {
  name: 'warehouse',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(
    Object.entries(credentials).map(([caller, { apiKey, adminToken }]) => [caller, { ApiKey: apiKey, AdminToken: adminToken }]),
  ),
  faults,
};

const helpdesk: Bed = {
  name: 'helpdesk',
  document: helpdeskDocument,
  start: listenHelpdesk,
  credentials: Object.fromEntries(
    Object.entries(helpdeskSecrets).map(([caller, { deskKey, staffToken }]) => [caller, { DeskKey: deskKey, Staff: staffToken }]),
  ),
  faults: helpdeskFaults,
};

const bikes: Bed = {
  name: 'bikes',
  document: bikesDocument,
  start: listenBikes,
  credentials: Object.fromEntries(
    Object.entries(bikesSecrets).map(([caller, { token, username, password }]) => [
      caller,
      { Fleet: token, Office: { username, password } },
    ]),
  ),
  faults: bikesFaults,
};

const festival: Bed = {
  name: 'festival',
  document: festivalDocument,
  start: listenFestival,
  credentials: Object.fromEntries(
    Object.entries(festivalSecrets).map(([caller, { token, deviceKey }]) => [caller, { Organizer: token, BoxOffice: deviceKey }]),
  ),
  faults: festivalFaults,
};

const clinic: Bed = {
  name: 'clinic',
  document: clinicDocument,
  start: listenClinic,
  credentials: Object.fromEntries(Object.entries(clinicSecrets).map(([caller, key]) => [caller, { ClinicKey: key }])),
  faults: clinicFaults,
};

const parcels: Bed = {
  name: 'parcels',
  document: parcelsDocument,
  start: listenParcels,
  credentials: Object.fromEntries(Object.entries(parcelsSecrets).map(([caller, { token }]) => [caller, { Token: token }])),
  faults: parcelsFaults,
};

const rentals: Bed = {
  name: 'rentals',
  document: rentalsDocument,
  start: listenRentals,
  credentials: Object.fromEntries(Object.entries(rentalsLogins).map(([caller, login]) => [caller, { Login: login }])),
  faults: rentalsFaults,
};

const courses: Bed = {
  name: 'courses',
  document: coursesDocument,
  start: listenCourses,
  credentials: Object.fromEntries(
    Object.entries(coursesSecrets).map(([caller, { school, key }]) => [caller, { School: school, Key: key }]),
  ),
  faults: coursesFaults,
};

const grants: Bed = {
  name: 'grants',
  document: grantsDocument,
  start: listenGrants,
  credentials: Object.fromEntries(Object.entries(grantsSecrets).map(([caller, { token }]) => [caller, { Token: token }])),
  faults: grantsFaults,
};

const auctions: Bed = {
  name: 'auctions',
  document: auctionsDocument,
  start: listenAuctions,
  credentials: Object.fromEntries(Object.entries(auctionsSecrets).map(([caller, { token }]) => [caller, { House: token }])),
  faults: auctionsFaults,
};

const energy: Bed = {
  name: 'energy',
  document: energyDocument,
  start: listenEnergy,
  credentials: Object.fromEntries(Object.entries(energyKeys).map(([caller, { key }]) => [caller, { EnergyKey: key }])),
  faults: energyFaults,
};

const laboratory: Bed = {
  name: 'laboratory',
  document: laboratoryDocument,
  start: listenLaboratory,
  credentials: Object.fromEntries(Object.entries(laboratoryKeys).map(([caller, { key }]) => [caller, { LabKey: key }])),
  faults: laboratoryFaults,
};

const harbour: Bed = {
  name: 'harbour',
  document: harbourDocument,
  start: listenHarbour,
  credentials: Object.fromEntries(Object.entries(harbourSessions).map(([caller, { session }]) => [caller, { PortSession: session }])),
  faults: harbourFaults,
};

const claims: Bed = {
  name: 'claims',
  document: claimsDocument,
  start: listenClaims,
  credentials: Object.fromEntries(Object.entries(claimsSessions).map(([caller, { session }]) => [caller, { Session: session }])),
  faults: claimsFaults,
};

const payroll: Bed = {
  name: 'payroll',
  document: payrollDocument,
  start: listenPayroll,
  credentials: Object.fromEntries(Object.entries(payrollTokens).map(([caller, { token }]) => [caller, { PayrollLogin: token }])),
  faults: payrollFaults,
};

const museum: Bed = {
  name: 'museum',
  document: museumDocument,
  start: listenMuseum,
  credentials: Object.fromEntries(Object.entries(museumKeys).map(([caller, { key }]) => [caller, { MuseumKey: key }])),
  faults: museumFaults,
};

const podcasts: Bed = {
  name: 'podcasts',
  document: podcastsDocument,
  start: listenPodcasts,
  credentials: Object.fromEntries(Object.entries(podcastsTokens).map(([caller, { token }]) => [caller, { Token: token }])),
  faults: podcastsFaults,
};

const cinema: Bed = {
  name: 'cinema',
  document: cinemaDocument,
  start: listenCinema,
  credentials: Object.fromEntries(Object.entries(cinemaTokens).map(([caller, { token }]) => [caller, { GroupToken: token }])),
  faults: cinemaFaults,
};

const gym: Bed = {
  name: 'gym',
  document: gymDocument,
  start: listenGym,
  credentials: Object.fromEntries(Object.entries(gymKeys).map(([caller, { key }]) => [caller, { AccessKey: key }])),
  faults: gymFaults,
};

const shop: Bed = {
  name: 'shop',
  document: shopDocument,
  start: listenShop,
  credentials: Object.fromEntries(Object.entries(shopKeys).map(([caller, { key }]) => [caller, { AccessToken: key }])),
  faults: shopFaults,
};

const tenancy: Bed = {
  name: 'tenancy',
  document: tenancyDocument,
  start: listenTenancy,
  credentials: Object.fromEntries(Object.entries(tenancyTokens).map(([caller, { token }]) => [caller, { AgencyToken: token }])),
  faults: tenancyFaults,
};

const school: Bed = {
  name: 'school',
  document: schoolDocument,
  start: listenSchool,
  credentials: Object.fromEntries(Object.entries(schoolTokens).map(([caller, { token }]) => [caller, { SchoolToken: token }])),
  faults: schoolFaults,
};

const tracker: Bed = {
  name: 'tracker',
  document: trackerDocument,
  start: listenTracker,
  credentials: Object.fromEntries(Object.entries(trackerLogins).map(([caller, login]) => [caller, { ApiToken: login }])),
  faults: trackerFaults,
};

const restaurant: Bed = {
  name: 'restaurant',
  document: restaurantDocument,
  start: listenRestaurant,
  credentials: Object.fromEntries(Object.entries(restaurantKeys).map(([caller, { key }]) => [caller, { HouseKey: key }])),
  faults: restaurantFaults,
};

export const beds: readonly Bed[] = [
  warehouse,
  helpdesk,
  bikes,
  festival,
  clinic,
  parcels,
  rentals,
  courses,
  grants,
  auctions,
  energy,
  laboratory,
  harbour,
  claims,
  payroll,
  museum,
  podcasts,
  cinema,
  gym,
  shop,
  tenancy,
  school,
  tracker,
  restaurant,
  ...shortBeds,
];
