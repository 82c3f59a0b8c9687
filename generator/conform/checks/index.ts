// All checks, in the order of reports. To add one: its file here, a line below, its section in docs/conformance-checks.md.
import type { Check } from '../contract/check.ts';
import { acceptsValid } from './accepts-valid.ts';
import { cacheHeaders } from './cache-headers.ts';
import { conditionalRequests } from './conditional-requests.ts';
import { cors } from './cors.ts';
import { errorStatus } from './error-status.ts';
import { expandedMembers } from './expanded-members.ts';
import { csvForm } from './forms/csv-form.ts';
import { headerForms } from './forms/header-forms.ts';
import { httpDates } from './forms/http-dates.ts';
import { statedForms } from './forms/stated-forms.ts';
import { headLikeGet } from './head-like-get.ts';
import { idempotentMethods } from './idempotent-methods.ts';
import { listOrder } from './list-order.ts';
import { readsMediaTypes } from './negotiation.ts';
import { noInternals } from './no-internals.ts';
import { noServerError } from './no-server-error.ts';
import { byteRanges } from './parts/byte-ranges.ts';
import { sparseFields } from './parts/sparse-fields.ts';
import { preferMinimal } from './preferences.ts';
import { declaredMediaType, declaredRefusal, declaredStatus, responseBody, responseHeaders } from './reading-checks.ts';
import { refusesContentType } from './refusals/content-type.ts';
import { refusesCredential } from './refusals/credential.ts';
import { refusesInvalid } from './refusals/invalid.ts';
import { refusesMethod } from './refusals/method.ts';
import { refusesMissingHeader } from './refusals/missing-header.ts';
import { statedRefusals } from './refusals/stated.ts';
import { responseTime } from './response-time.ts';
import { sequenceChecks } from './sequence-checks.ts';
import { statedConditions } from './shown/stated-conditions.ts';
import { statedNumbers } from './shown/stated-numbers.ts';
import { unknownPath } from './unknown-path.ts';
import { unmetAccept } from './unmet-accept.ts';

export const checks: readonly Check[] = [
  noServerError,
  noInternals,
  declaredStatus,
  declaredRefusal,
  declaredMediaType,
  responseHeaders,
  responseBody,
  errorStatus,
  httpDates,
  headerForms,
  csvForm,
  acceptsValid,
  refusesInvalid,
  refusesMissingHeader,
  refusesContentType,
  refusesCredential,
  refusesMethod,
  statedRefusals,
  unknownPath,
  unmetAccept,
  readsMediaTypes,
  preferMinimal,
  headLikeGet,
  idempotentMethods,
  conditionalRequests,
  cors,
  cacheHeaders,
  responseTime,
  statedNumbers,
  statedConditions,
  statedForms,
  expandedMembers,
  sparseFields,
  byteRanges,
  listOrder,
  ...sequenceChecks,
];
