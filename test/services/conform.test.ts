// Runs `octavo conform` on each live service, in process, with a fixed seed.

import { expect, test } from 'vitest';
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import { conformService, type Handler } from '../../generator/conform/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { tokens } from '../../services/a-identity/seed.ts';
import { keys as controllerKeys } from '../../services/c-controller/seed.ts';
import { apps } from '../../services/d-events/seed.ts';
import { tokens as schedulingTokens } from '../../services/e-scheduling/seed.ts';
import { keys as instalmentsKeys } from '../../services/f-instalments/seed.ts';
import { keys } from '../../services/h-email/seed.ts';
import { createSandbox, type Sandbox, type ServiceName } from '../../services/index.ts';
import { documents, serviceOf } from '../support/documents.ts';

const SCHEDULING = 'https://scheduling.example.com/api/v2';
const SCHEDULING_LISTS = [
  'listMemberships',
  'listInvitations',
  'listEventTypes',
  'listSchedulingLinks',
  'listScheduledEvents',
  'listInvitees',
  'listRoutingForms',
  'listRoutingFormSubmissions',
  'listWebhookSubscriptions',
];

interface Conformed {
  readonly service: ServiceName;
  readonly document: string;
  readonly settings: ConformSettings;
}

const CONFORMED: readonly Conformed[] = [
  {
    service: 'a-identity',
    document: 'a-identity',
    settings: {
      credentials: {
        given: { oauth2: tokens.allScopes },
        other: { oauth2: tokens.emailOnly },
        unscoped: { oauth2: tokens.noScopes },
      },
      overrides: { operations: { introspectToken: { query: { access_token: tokens.allScopes } } } },
    },
  },
  {
    service: 'c-controller',
    document: 'c-controller',
    settings: {
      credentials: {
        given: { key: { username: controllerKeys.readWrite.id, password: controllerKeys.readWrite.value } },
        unscoped: { key: { username: controllerKeys.readOnly.id, password: controllerKeys.readOnly.value } },
      },
      waivers: ['writeInt64VarAsString', 'writeInt64TableAsString', 'writeInt64TableElementAsString'].map((operation) => ({
        check: 'accepts-valid',
        operation,
        reason: 'The document cannot say that a string of digits is at most 9223372036854775807. A larger one is refused with -13.',
      })),
      // A range must be in the table, whose length the document does not know.
      overrides: {
        parameters: { index: 2 },
        operations: {
          ...rangesOf(['readInt32Table', 'readInt64Table', 'readInt64TableAsString', 'readFloatTable', 'readStringTable'], {
            numElements: 3,
          }),
          ...rangesOf(['writeInt32Table', 'writeInt64Table', 'writeInt64TableAsString', 'writeFloatTable', 'writeStringTable'], {}),
        },
      },
    },
  },
  {
    service: 'd-events',
    document: 'd-events',
    settings: {
      credentials: { given: { signedQuery: apps.stadium }, other: { signedQuery: apps.quiet } },
      overrides: { parameters: { app_id: apps.stadium.id } },
      waivers: ['triggerEvent', 'triggerBatchEvents', 'listChannels', 'getChannel', 'listChannelUsers'].map((operation) => ({
        check: 'accepts-valid',
        operation,
        reason: 'A fact that the channels named by the request do not have is refused with 400, as the public record has it.',
      })),
    },
  },
  {
    service: 'e-scheduling',
    document: 'e-scheduling',
    settings: {
      credentials: { given: { personalToken: schedulingTokens.owner }, other: { personalToken: schedulingTokens.stranger } },
      overrides: {
        operations: {
          createSchedulingLink: { body: { owner: `${SCHEDULING}/event_types/LFEHBADGCHFBEGDA`, owner_type: 'EventType' } },
        },
      },
      waivers: [
        ...SCHEDULING_LISTS.map((operation) => ({
          check: 'accepts-valid',
          operation,
          reason: 'A page token that was not made for the list is refused with 400, and so is the URI of another kind of resource.',
        })),
        {
          check: 'accepts-valid',
          operation: 'createWebhookSubscription',
          reason: 'The document cannot say that the scope user needs a user.',
        },
      ],
    },
  },
  {
    service: 'f-instalments',
    document: 'f-instalments',
    settings: {
      credentials: { given: { InstalmentsAuth: instalmentsKeys.fernAndOak }, other: { InstalmentsAuth: instalmentsKeys.saltWind } },
      waivers: [
        ...refusals(['createPayment', 'updatePayment', 'modifyPayment'], 'Plans that the amount is not eligible for are refused with 400.'),
        ...refusals(['capturePayment'], 'Only an accepted payment that is captured by hand can be captured, and once.'),
        ...refusals(['updateOrderStatus', 'sendShipmentInfo'], 'The order is named by a reference, which the payment must have.'),
        ...refusals(
          ['listPayments', 'listCustomers', 'listBalanceTransactions', 'listEvents'],
          'A page begins after an item of the list. The document cannot say which texts are its identifiers.',
        ),
        ...refusals(['createDataExport'], 'A range must not end before it begins, and the export of a payout needs the payout.'),
      ],
    },
  },
  {
    service: 'h-email',
    document: 'h-email',
    settings: {
      credentials: { given: { apiKey: keys.starter }, other: { apiKey: keys.free } },
      overrides: { operations: { searchDomain: { query: { company: 'Brightloaf' } } } },
      waivers: [
        {
          check: 'accepts-valid',
          operation: 'findEmail',
          reason: 'A handle, a company or a domain that is not known is refused with 400, as the public record has it.',
        },
      ],
    },
  },
];

test.each(CONFORMED)('$document: octavo conform finds nothing', async ({ service: name, document: id, settings }) => {
  const document = documents.find((candidate) => candidate.id === id);
  if (document === undefined) throw new Error(`octavo.config.ts has no document ${id}.`);
  const { service } = await serviceOf(document);
  const sandbox = await createSandbox({ services: [name], at: 'story' });
  try {
    const report = await conformService(service, { ...settings, target: unhurried(sandbox, id), random: 5, most: 200 });
    expect(terminalReport(report, { origin: 'http://localhost', most: 10 })).toContain('no findings');
    expect(report.idleWaivers).toEqual([]);
    expect(report.exchanges).toBeGreaterThan(20 * service.operations.length);
  } finally {
    await sandbox.close();
  }
});

/** Waivers of operations that refuse some requests that the document allows. */
function refusals(operations: readonly string[], reason: string): { check: string; operation: string; reason: string }[] {
  return operations.map((operation) => ({ check: 'accepts-valid', operation, reason }));
}

function rangesOf(operations: readonly string[], rest: object): Record<string, { query: object }> {
  return Object.fromEntries(operations.map((operation) => [operation, { query: { startIndex: 1, ...rest } }]));
}

/** Time passes on the sandbox clock before each request, so that no rate limit is reached. */
function unhurried(sandbox: Sandbox, id: string): Handler {
  const server = sandbox.servers[id];
  if (server === undefined) throw new Error(`The sandbox does not serve ${id}.`);
  return async (request) => {
    await sandbox.clock.set(sandbox.clock.now() + 400);
    return server(request);
  };
}
