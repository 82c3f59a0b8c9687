// Tests the people of the microblogging service in both versions: what one writes, the other reads.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { apps, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { CHEAP_BOATS, HARBOUR, INES, JONAS, STORM_ALARM, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { ines, microblog, PNG, V2 } from './support.ts';

/** Adds a user, with a token for follows. */
async function newcomer(act: ReturnType<typeof microblog>['act'], username: string) {
  const resultOf = (answer: { readonly body?: unknown }) => (answer.body as { result: Readonly<Record<string, string>> }).result;
  const { id = '' } = resultOf(await act('add-user', { username }));
  const minted = await act('mint-token', { app: apps.pro.id, username, scopes: 'follows.write tweet.read users.read' });
  return { id, token: resultOf(minted).access_token ?? '' };
}

describeOnEngines('people', (engine) => {
  async function open() {
    const sandbox = await engine.open('b-microblog');
    const all = microblog(sandbox);
    const code = (answer: { readonly status: number; readonly body: unknown }) => [
      answer.status,
      (answer.body as { errors?: { code: number }[] }).errors?.[0]?.code,
    ];
    return { sandbox, code, ...all };
  }

  test('B11: a user is found by identifier, with the fields that are asked for', async () => {
    const { app } = await open();
    expect(unwrap(await app().getUser({ path: { id: TIDE_WATCH } }), 200)).toEqual({
      data: { id: TIDE_WATCH, name: 'Tide Watch', username: 'tidewatch' },
    });
    const fields = ['created_at', 'description', 'public_metrics', 'verified_type', 'confirmed_email', 'connection_status'] as const;
    expect(unwrap(await app().getUser({ path: { id: TIDE_WATCH }, query: { 'user.fields': [...fields] } }), 200).data).toEqual({
      id: TIDE_WATCH,
      name: 'Tide Watch',
      username: 'tidewatch',
      created_at: '2019-03-01T09:00:00.000Z',
      description: 'Tides and storm warnings for Vesterhavn. Run by Nora Lund.',
      verified_type: 'none',
      public_metrics: { followers_count: 2841, following_count: 112, tweet_count: 9074, listed_count: 37, like_count: 1203 },
    });
  });

  test('users that are not there have errors, and the response is 200', async () => {
    const { app, user, act } = await open();
    const missing = { title: 'Not Found Error', resource_type: 'user', type: `${V2}/problems/resource-not-found` };
    expect(unwrap(await app().getUsers({ query: { ids: [TIDE_WATCH, '1500042000000000099'] } }), 200)).toMatchObject({
      data: [{ id: TIDE_WATCH }],
      errors: [{ ...missing, parameter: 'ids', value: '1500042000000000099' }],
    });
    const named = unwrap(await app().getUserByUsername({ path: { username: 'ines_barros' } }), 200);
    expect(named).toEqual({
      errors: [
        {
          ...missing,
          parameter: 'username',
          value: 'ines_barros',
          resource_id: 'ines_barros',
          detail: 'No user has the username ines_barros.',
        },
      ],
    });
    await act('change-user', { username: 'jholm_ferry', suspended: true });
    const both = unwrap(await user().getUsersByUsernames({ query: { usernames: ['INES_B', 'jholm_ferry'] } }), 200);
    expect([both.data?.map(({ id }) => id), both.errors?.length]).toEqual([[INES], 1]);
  });

  test('the caller is the user of the token, and sees their own address', async () => {
    const { user } = await open();
    expect(unwrap(await user().getCurrentUser({ query: { 'user.fields': ['confirmed_email'] } }), 200).data).toEqual({
      id: INES,
      name: 'Inês Barros',
      username: 'ines_b',
      confirmed_email: 'ines.barros@example.com',
    });
  });

  test('follows are listed, the newest first, by pages that stay right', async () => {
    const { app, act, user, v1 } = await open();
    const page = async (token?: string) => {
      const query = { max_results: 1, ...(token !== undefined && { pagination_token: token }) };
      const { data, meta } = unwrap(await app().listFollowers({ path: { id: TIDE_WATCH }, query }), 200);
      return { ids: data?.map(({ id }) => id), next: meta?.next_token, previous: meta?.previous_token };
    };
    const first = await page();
    expect(first.ids).toEqual([JONAS]);
    // A follow that comes in between does not move the next page.
    const gull = await newcomer(act, 'gull');
    unwrap(await user(gull.token).followUser({ path: { id: gull.id }, body: { target_user_id: TIDE_WATCH } }), 200);
    const second = await page(first.next);
    expect([second.ids, second.next]).toEqual([[INES], undefined]);
    expect((await page(second.previous)).ids).toEqual([JONAS]);
    expect(unwrap(await v1.listFollowerIds({}), 200).ids).toEqual([gull.id, JONAS, INES].map(BigInt));
    expect((await app().listFollowedUsers({ path: { id: INES }, query: { pagination_token: first.next ?? '' } })).status).toBe(400);
  });

  test('a follow counts once on both sides, however often it is asked for, in both versions', async () => {
    const { user, v1, v1As } = await open();
    const counts = async () => {
      const { data } = unwrap(await user().getUsers({ query: { ids: [INES, JONAS], 'user.fields': ['public_metrics'] } }), 200);
      return data?.map(({ public_metrics }) => [public_metrics?.following_count, public_metrics?.followers_count]);
    };
    const before = await counts();
    const follow = { path: { id: INES }, body: { target_user_id: JONAS } };
    for (let time = 0; time < 2; time++)
      expect(unwrap(await user().followUser(follow), 200).data).toEqual({ following: true, pending_follow: false });
    expect(unwrap(await v1As().createFriendship({ body: { screen_name: 'jholm_ferry' } }), 200).following).toBe(true);
    expect(await counts()).toEqual([
      [341, 212],
      [48, 656],
    ]);
    expect(unwrap(await v1.getUser({ query: { user_id: JONAS } }), 200).followers_count).toBe(656);
    for (let time = 0; time < 2; time++)
      expect(unwrap(await v1As().deleteFriendship({ body: { user_id: JONAS } }), 200).following).toBe(false);
    expect(await counts()).toEqual(before);
    const path = { source_user_id: INES, target_user_id: JONAS };
    expect(unwrap(await user().unfollowUser({ path }), 200).data).toEqual({ following: false });
  });

  test('a protected user is asked, and accepts or declines', async () => {
    const { user, v1, v1As, act, code } = await open();
    const follow = { path: { id: INES }, body: { target_user_id: HARBOUR } };
    for (let time = 0; time < 2; time++)
      expect(unwrap(await user().followUser(follow), 200).data).toEqual({ following: false, pending_follow: true });
    expect(code(await v1As().createFriendship({ body: { user_id: HARBOUR } }))).toEqual([403, 160]);
    expect(unwrap(await v1As().listOutgoingRequests({ query: { stringify_ids: true } }), 200).ids).toEqual([HARBOUR]);
    const shown = async () =>
      unwrap(await user().getUser({ path: { id: HARBOUR }, query: { 'user.fields': ['connection_status'] } }), 200).data;
    expect((await shown())?.connection_status).toEqual(['follow_request_sent']);
    const listed = async () => unwrap(await user().listFollowers({ path: { id: HARBOUR } }), 200);
    expect((await listed()).errors?.[0]?.type).toBe(`${V2}/problems/not-authorized-for-resource`);
    expect((await act('answer-request', { username: 'vesterhavn_hbr', follower: 'ines_b' })).status).toBe(200);
    expect((await shown())?.connection_status).toEqual(['following']);
    expect((await listed()).data?.map(({ id }) => id)).toEqual([INES]);
    // Tide Watch has asked before, and is not let in.
    expect(code(await v1.listFollowerIds({ query: { user_id: HARBOUR } }))).toEqual([403, 220]);
    await act('answer-request', { username: 'vesterhavn_hbr', follower: 'tidewatch', accept: false });
    expect(unwrap(await v1.listOutgoingRequests({}), 200).ids).toEqual([]);
    expect((await act('answer-request', { username: 'vesterhavn_hbr', follower: 'tidewatch' })).status).toBe(404);
  });

  test('a block ends follows and requests both ways, and does not bring them back', async () => {
    const { user, v1, code } = await open();
    const counts = async () => {
      const { data } = unwrap(await user().getUsers({ query: { ids: [TIDE_WATCH, JONAS], 'user.fields': ['public_metrics'] } }), 200);
      return data?.map(({ public_metrics }) => [public_metrics?.following_count, public_metrics?.followers_count]);
    };
    expect(unwrap(await v1.createBlock({ body: { user_id: JONAS } }), 200).following).toBe(false);
    expect(await counts()).toEqual([
      [111, 2840],
      [47, 654],
    ]);
    expect(unwrap(await v1.listBlockedIds({ query: { stringify_ids: true } }), 200).ids).toEqual([JONAS, CHEAP_BOATS]);
    expect(code(await v1.createFriendship({ body: { user_id: JONAS } }))).toEqual([403, 220]);
    const blocked = unwrap(await user(tokens.tideWatch).listBlockedUsers({ path: { id: TIDE_WATCH } }), 200);
    expect(blocked.data?.map(({ id }) => id)).toEqual([JONAS, CHEAP_BOATS]);
    await v1.deleteBlock({ body: { user_id: JONAS } });
    expect(await counts()).toEqual([
      [111, 2840],
      [47, 654],
    ]);
    // A blocked user cannot follow.
    await v1.createBlock({ body: { user_id: INES } });
    const again = await user().followUser({ path: { id: INES }, body: { target_user_id: TIDE_WATCH } });
    expect([again.status, again.body]).toMatchObject([403, { type: 'about:blank' }]);
  });

  test('a mute changes nothing but the list', async () => {
    const { user } = await open();
    const list = async () => unwrap(await user().listMutedUsers({ path: { id: INES } }), 200).data?.map(({ id }) => id);
    expect(await list()).toEqual([CHEAP_BOATS]);
    const muted = await user().muteUser({ path: { id: INES }, body: { target_user_id: TIDE_WATCH } });
    expect(unwrap(muted, 200).data).toEqual({ muting: true });
    expect(await list()).toEqual([TIDE_WATCH, CHEAP_BOATS]);
    // The document allows tokens of at most 19 characters here.
    const first = unwrap(await user().listMutedUsers({ path: { id: INES }, query: { max_results: 1 } }), 200);
    const query = { max_results: 1, pagination_token: first.meta?.next_token ?? '' };
    expect(unwrap(await user().listMutedUsers({ path: { id: INES }, query }), 200).data?.map(({ id }) => id)).toEqual([CHEAP_BOATS]);
    expect((await user().listBlockedUsers({ path: { id: INES }, query })).status).toBe(400);
    const changed = `${query.pagination_token.slice(0, -1)}${query.pagination_token.endsWith('A') ? 'B' : 'A'}`;
    expect((await user().listMutedUsers({ path: { id: INES }, query: { pagination_token: changed } })).status).toBe(400);
    expect(unwrap(await user().listFollowedUsers({ path: { id: INES } }), 200).data?.map(({ id }) => id)).toEqual([TIDE_WATCH]);
    await user().unmuteUser({ path: { source_user_id: INES, target_user_id: TIDE_WATCH } });
    expect(await list()).toEqual([CHEAP_BOATS]);
  });

  test('what cannot be done', async () => {
    const { user, v1, act, code } = await open();
    const follow = async (target_user_id: string) => (await user().followUser({ path: { id: INES }, body: { target_user_id } })).status;
    expect([await follow(INES), await follow('1'), await follow(STORM_ALARM)]).toEqual([400, 400, 403]);
    expect(code(await v1.createFriendship({ body: { user_id: TIDE_WATCH } }))).toEqual([403, 220]);
    expect(code(await v1.createFriendship({ body: { user_id: '1' } }))).toEqual([404, 50]);
    expect(code(await v1.reportUser({ body: { screen_name: 'tidewatch' } }))).toEqual([403, 36]);
    expect(code(await v1.lookupUsers({ query: { user_id: ['1'] } }))).toEqual([404, 17]);
    expect(code(await v1.updateFriendship({ body: { user_id: INES, device: true } }))).toEqual([403, 220]);
    await act('change-user', { username: 'jholm_ferry', suspended: true });
    expect(code(await v1.getUser({ query: { user_id: JONAS } }))).toEqual([403, 63]);
    expect(await follow(JONAS)).toBe(400);
  });

  test('a report blocks, unless the caller says no', async () => {
    const { v1 } = await open();
    const blocked = async () => unwrap(await v1.listBlockedUsers({}), 200).users.map(({ screen_name }) => screen_name);
    await v1.reportUser({ body: { user_id: STORM_ALARM, perform_block: false } });
    expect(await blocked()).toEqual(['cheapboats']);
    await v1.reportUser({ body: { user_id: STORM_ALARM } });
    expect(await blocked()).toEqual(['stormalarm24', 'cheapboats']);
  });

  test('how two users stand to each other', async () => {
    const { v1 } = await open();
    const shown = async (query: Parameters<typeof v1.getFriendship>[0]['query']) =>
      unwrap(await v1.getFriendship({ query }), 200).relationship;
    expect(await shown({ target_screen_name: 'jholm_ferry' })).toMatchObject({
      source: {
        screen_name: 'tidewatch',
        following: true,
        followed_by: true,
        notifications_enabled: true,
        blocking: false,
        want_retweets: true,
      },
      target: { screen_name: 'jholm_ferry', following: true, followed_by: true },
    });
    expect((await shown({ source_screen_name: 'ines_b', target_id: TIDE_WATCH })).source).toMatchObject({
      following: true,
      followed_by: false,
      blocking: null,
    });
    await v1.updateFriendship({ body: { user_id: JONAS, device: false, retweets: false } });
    expect((await shown({ target_id: JONAS })).source).toMatchObject({ notifications_enabled: false, want_retweets: false });
    const connections = unwrap(
      await v1.lookupFriendships({ query: { screen_name: ['ines_b', 'jholm_ferry', 'cheapboats', 'vesterhavn_hbr'] } }),
      200,
    );
    expect(connections.map((one) => one.connections)).toEqual([
      ['followed_by'],
      ['following', 'followed_by'],
      ['blocking'],
      ['following_requested'],
    ]);
  });

  test('cursors of version 1.1 go on and back', async () => {
    const { v1, act } = await open();
    const ids: string[] = [];
    for (const name of ['gull', 'tern', 'auk']) {
      await act('add-user', { username: name });
      const { id_str } = unwrap(await v1.createFriendship({ body: { screen_name: name } }), 200);
      ids.unshift(id_str);
    }
    const page = async (cursor: string) => unwrap(await v1.listFriendIds({ query: { cursor, count: 2, stringify_ids: true } }), 200);
    const first = await page('-1');
    expect([first.ids, first.previous_cursor_str]).toEqual([ids.slice(0, 2), '0']);
    const second = await page(first.next_cursor_str);
    expect([second.ids, second.next_cursor_str]).toEqual([[ids[2], JONAS], '0']);
    expect(second.previous_cursor < 0n).toBe(true);
    expect((await page(second.previous_cursor_str)).ids).toEqual(first.ids);
    expect((await page('0')).ids).toEqual([]);
  });

  test('users are found by the beginnings of words', async () => {
    const { user, v1 } = await open();
    const found = async (query: string) =>
      unwrap(await user().searchUsers({ query: { query } }), 200).data?.map(({ username }) => username);
    expect(await found('tide watch')).toEqual(['tidewatch']);
    expect(await found('INES')).toEqual(['ines_b']);
    expect(await found('ferry')).toBeUndefined();
    expect(await found('_')).toBeUndefined();
    const older = async (q: string) => unwrap(await v1.searchUsers({ query: { q } }), 200).map(({ screen_name }) => screen_name);
    expect(await older('ferry vesterhavn')).toEqual(['jholm_ferry']);
    expect(await older('vesterhavn')).toEqual(['tidewatch', 'jholm_ferry', 'ines_b', 'vesterhavn_hbr']);
    expect(unwrap(await v1.searchUsers({ query: { q: 'vesterhavn', page: 2, count: 3 } }), 200).map(({ id_str }) => id_str)).toEqual([
      HARBOUR,
    ]);
  });

  test('B3, B13: what version 1.1 writes of a profile, in a form, version 2 reads', async () => {
    const { app, v1As } = await open();
    const profiles = [
      { name: 'Inês B.', url: 'https://bread.example/boats', location: 'Strandø', description: 'Now with ovens & <sails>.' },
      { url: '', location: '', description: '' },
      { name: '𝓘', description: '🌊'.repeat(80) },
    ];
    const fields = ['description', 'location', 'url', 'profile_image_url'] as const;
    for (const profile of profiles) {
      const written = unwrap(await v1As(ines).updateProfile({ body: profile }), 200);
      const { data } = unwrap(await app().getUser({ path: { id: INES }, query: { 'user.fields': [...fields] } }), 200);
      expect(data).toMatchObject({ name: written.name });
      expect([data?.description ?? '', data?.location ?? '']).toEqual([written.description ?? '', written.location]);
      expect(data?.url).toBe(written.entities?.url?.urls[0]?.expanded_url);
      expect(data?.profile_image_url).toBe(written.profile_image_url_https);
      for (const [name, value] of Object.entries(profile)) if (name !== 'url') expect((written as never)[name] ?? '').toBe(value);
    }
  });

  test('a profile is searched by what it is now', async () => {
    const { user, v1As } = await open();
    const found = async (query: string) => unwrap(await user().searchUsers({ query: { query } }), 200).data?.length ?? 0;
    await v1As().updateProfile({ body: { name: 'Kelp Baker' } });
    expect([await found('kelp'), await found('barros'), await found('ines_b')]).toEqual([1, 0, 1]);
  });

  test('B15: colours, device and settings are read back', async () => {
    const { v1 } = await open();
    const coloured = unwrap(await v1.updateProfileColors({ body: { profile_link_color: '#0a5', profile_text_color: '112233' } }), 200);
    expect(coloured).toMatchObject({ profile_link_color: '00AA55', profile_text_color: '112233', profile_background_color: 'F4F8FA' });
    expect((await v1.updateDeliveryDevice({ body: { device: 'sms' } })).status).toBe(200);
    const before = unwrap(await v1.getAccountSettings({}), 200);
    expect(before).toMatchObject({
      time_zone: { name: 'Copenhagen', utc_offset: 3600, tzinfo_name: 'Europe/Copenhagen' },
      trend_location: [{ woeid: 554902 }],
    });
    const after = unwrap(await v1.updateAccountSettings({ body: { time_zone: 'Lisbon', lang: 'pt', start_sleep_time: '23' } }), 200);
    expect(after).toEqual({
      ...before,
      language: 'pt',
      time_zone: { name: 'Lisbon', utc_offset: 0, tzinfo_name: 'Europe/Lisbon' },
      sleep_time: { enabled: true, start_time: '23', end_time: '05' },
    });
    expect(unwrap(await v1.getAccountSettings({}), 200)).toEqual(after);
    for (const body of [{ time_zone: 'Atlantis' }, { lang: 'xx' }, { trend_location_woeid: 5 }])
      expect((await v1.updateAccountSettings({ body })).status).toBe(400);
  });

  test('pictures are kept and served', async () => {
    const { v1, app, fetchV2, code } = await open();
    const form = { contentType: 'application/x-www-form-urlencoded' } as const;
    const { profile_image_url_https: url } = unwrap(await v1.updateProfileImage({ ...form, body: { image: PNG } }), 200);
    const served = await fetchV2(url);
    expect([served.headers.get('content-type'), Buffer.from(await served.arrayBuffer()).toString('base64')]).toEqual(['image/png', PNG]);
    const query = { 'user.fields': ['profile_image_url' as const] } as const;
    expect(
      unwrap(await app().getUser({ path: { id: TIDE_WATCH }, query: { 'user.fields': [...query['user.fields']] } }), 200).data
        ?.profile_image_url,
    ).toBe(url);
    const file = new Blob([Buffer.from(PNG, 'base64')], { type: 'image/png' });
    const second = unwrap(await v1.updateProfileImage({ body: { image: file } }), 200);
    expect((await fetchV2(url)).status).toBe(404);
    expect((await fetchV2(second.profile_image_url_https)).status).toBe(200);
    expect(code(await v1.updateProfileImage({ ...form, body: { image: Buffer.from('no picture').toString('base64') } }))).toEqual([
      403, 120,
    ]);
    const large = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(700 * 1024)]).toString('base64');
    expect(code(await v1.updateProfileImage({ ...form, body: { image: large } }))).toEqual([403, 120]);
    const background = unwrap(await v1.updateProfileBackgroundImage({ ...form, body: { use: false, tile: false } }), 200);
    expect(background).toMatchObject({ profile_use_background_image: false, profile_background_tile: false });
  });

  test('searches are saved, at most 25, and belong to their user', async () => {
    const { v1, v1As, code } = await open();
    const saved = unwrap(await v1.createSavedSearch({ body: { query: 'ferry late' } }), 200);
    expect(unwrap(await v1.createSavedSearch({ body: { query: 'ferry late' } }), 200)).toEqual(saved);
    expect(unwrap(await v1.listSavedSearches({}), 200).map(({ query }) => query)).toEqual(['storm vesterhavn', 'ferry late']);
    expect(code(await v1As().getSavedSearch({ path: { id: saved.id_str } }))).toEqual([404, 34]);
    for (let count = 2; count < 25; count++) expect((await v1.createSavedSearch({ body: { query: `q${count}` } })).status).toBe(200);
    expect((await v1.createSavedSearch({ body: { query: 'one more' } })).status).toBe(403);
    const both = await Promise.all(['a', 'b'].map((query) => v1As().createSavedSearch({ body: { query } })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(unwrap(await v1.deleteSavedSearch({ path: { id: saved.id_str }, body: {} }), 200)).toEqual(saved);
    expect(code(await v1.deleteSavedSearch({ path: { id: saved.id_str }, body: {} }))).toEqual([404, 34]);
  });

  test('suggestions, contributors and help', async () => {
    const { v1 } = await open();
    const [first] = unwrap(await v1.listUserSuggestions({}), 200);
    expect(first).toEqual({ name: 'Harbours & coast', slug: 'harbours-coast', size: 1 });
    expect(unwrap(await v1.getUserSuggestions({ path: { slug: 'harbours-coast' } }), 200).users).toMatchObject([
      { screen_name: 'tidewatch' },
    ]);
    expect((await v1.listSuggestedUsers({ path: { slug: 'nothing' } })).status).toBe(404);
    expect(unwrap(await v1.listContributees({ query: { screen_name: 'ines_b' } }), 200)).toMatchObject([{ screen_name: 'tidewatch' }]);
    expect(unwrap(await v1.listContributors({ query: { user_id: TIDE_WATCH } }), 200)).toMatchObject([{ screen_name: 'ines_b' }]);
    expect(unwrap(await v1.listLanguages({}), 200).map(({ code }) => code)).toEqual(['da', 'en', 'pt']);
    expect(unwrap(await v1.getConfiguration({}), 200).short_url_length).toBe(23);
    expect(
      [unwrap(await v1.getPrivacyPolicy({}), 200).privacy, unwrap(await v1.getTermsOfService({}), 200).tos].every(
        (text) => text.length > 20,
      ),
    ).toBe(true);
  });

  test('follows at once count each once', async () => {
    const { act, app, user } = await open();
    const gulls: { readonly id: string; readonly token: string }[] = [];
    for (let index = 0; index < 10; index++) gulls.push(await newcomer(act, `gull${index}`));
    const follow = ({ id, token }: (typeof gulls)[number]) => user(token).followUser({ path: { id }, body: { target_user_id: JONAS } });
    const answers = await Promise.all(gulls.flatMap((gull) => [follow(gull), follow(gull)]));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const { data } = unwrap(await app().getUser({ path: { id: JONAS }, query: { 'user.fields': ['public_metrics'] } }), 200);
    expect(data?.public_metrics?.followers_count).toBe(665);
    const listed = unwrap(await app().listFollowers({ path: { id: JONAS } }), 200).data ?? [];
    // Tide Watch follows since the story.
    expect(listed.map(({ id }) => id).sort()).toEqual([TIDE_WATCH, ...gulls.map(({ id }) => id)].sort());
  });
});
