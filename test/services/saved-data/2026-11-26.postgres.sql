CREATE TABLE public.a_signing_keys (
    kid text NOT NULL COLLATE pg_catalog."C",
    private_jwk text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.a_tokens (
    hash text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    client text NOT NULL COLLATE pg_catalog."C",
    scopes text NOT NULL COLLATE pg_catalog."C",
    nonce text COLLATE pg_catalog."C",
    issued_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    is_revoked bigint NOT NULL
);
CREATE TABLE public.a_users (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    is_email_verified bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    given_name text NOT NULL COLLATE pg_catalog."C",
    family_name text NOT NULL COLLATE pg_catalog."C",
    link text NOT NULL COLLATE pg_catalog."C",
    picture text NOT NULL COLLATE pg_catalog."C",
    gender text COLLATE pg_catalog."C",
    locale text NOT NULL COLLATE pg_catalog."C",
    hosted_domain text COLLATE pg_catalog."C"
);
CREATE TABLE public.c_controllers (
    id bigint NOT NULL,
    started_at bigint NOT NULL,
    has_strategy bigint NOT NULL,
    busy_code bigint,
    has_factory_password bigint NOT NULL,
    simulated_since bigint
);
CREATE TABLE public.c_elements (
    tag text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    value text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.c_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    can_write bigint NOT NULL
);
CREATE TABLE public.c_tags (
    name text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    value text NOT NULL COLLATE pg_catalog."C",
    width bigint,
    running_since bigint
);
CREATE TABLE public.d_apps (
    id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    secret text NOT NULL COLLATE pg_catalog."C",
    is_enabled bigint NOT NULL,
    requires_tls bigint NOT NULL,
    has_client_events bigint NOT NULL,
    has_subscription_counts bigint NOT NULL,
    most_connections bigint NOT NULL,
    messages_per_day bigint NOT NULL,
    webhook_url text COLLATE pg_catalog."C",
    old_secret text COLLATE pg_catalog."C",
    old_secret_until bigint
);
CREATE TABLE public.d_cache (
    app_id text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    event text NOT NULL COLLATE pg_catalog."C",
    data text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL
);
CREATE TABLE public.d_channels (
    app_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    empty_since bigint,
    is_miss_reported bigint NOT NULL,
    counted_at bigint NOT NULL,
    is_count_due bigint NOT NULL
);
CREATE TABLE public.d_leaving (
    app_id text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    since bigint NOT NULL
);
CREATE TABLE public.d_members (
    process text NOT NULL COLLATE pg_catalog."C",
    app_id text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    connections bigint NOT NULL,
    user_info text COLLATE pg_catalog."C",
    joined bigint NOT NULL
);
CREATE TABLE public.d_processes (
    id text NOT NULL COLLATE pg_catalog."C",
    alive_until bigint NOT NULL
);
CREATE TABLE public.d_subscriptions (
    process text NOT NULL COLLATE pg_catalog."C",
    app_id text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    connections bigint NOT NULL
);
CREATE TABLE public.d_users (
    process text NOT NULL COLLATE pg_catalog."C",
    app_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    connections bigint NOT NULL
);
CREATE TABLE public.e_applications (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    signing_key text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.e_event_hosts (
    event_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.e_event_types (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    team_id text COLLATE pg_catalog."C",
    owner_id text NOT NULL COLLATE pg_catalog."C",
    pooling_type text COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    active bigint NOT NULL,
    duration bigint NOT NULL,
    seats bigint NOT NULL,
    color text NOT NULL COLLATE pg_catalog."C",
    internal_note text COLLATE pg_catalog."C",
    description text COLLATE pg_catalog."C",
    location text NOT NULL COLLATE pg_catalog."C",
    questions text NOT NULL COLLATE pg_catalog."C",
    availability text NOT NULL COLLATE pg_catalog."C",
    is_secret bigint NOT NULL,
    is_admin_managed bigint NOT NULL,
    deleted_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.e_events (
    id text NOT NULL COLLATE pg_catalog."C",
    event_type_id text NOT NULL COLLATE pg_catalog."C",
    hosts text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    start_at bigint NOT NULL,
    end_at bigint NOT NULL,
    duration bigint NOT NULL,
    location text NOT NULL COLLATE pg_catalog."C",
    seats bigint NOT NULL,
    invitees_total bigint NOT NULL,
    invitees_active bigint NOT NULL,
    guests text NOT NULL COLLATE pg_catalog."C",
    canceled_by text COLLATE pg_catalog."C",
    canceler_type text COLLATE pg_catalog."C",
    cancel_reason text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.e_forms (
    id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    questions text NOT NULL COLLATE pg_catalog."C",
    routes text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.e_invitations (
    id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    last_sent_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.e_invitees (
    id text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    first_name text COLLATE pg_catalog."C",
    last_name text COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    answers text NOT NULL COLLATE pg_catalog."C",
    timezone text COLLATE pg_catalog."C",
    tracking text NOT NULL COLLATE pg_catalog."C",
    is_rescheduled bigint NOT NULL,
    old_invitee_id text COLLATE pg_catalog."C",
    old_event_id text COLLATE pg_catalog."C",
    new_invitee_id text COLLATE pg_catalog."C",
    new_event_id text COLLATE pg_catalog."C",
    submission_id text COLLATE pg_catalog."C",
    text_reminder_number text COLLATE pg_catalog."C",
    no_show_id text COLLATE pg_catalog."C",
    no_show_at bigint,
    reconfirmation_at bigint,
    reconfirmed_at bigint,
    canceled_by text COLLATE pg_catalog."C",
    canceler_type text COLLATE pg_catalog."C",
    cancel_reason text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.e_links (
    id text NOT NULL COLLATE pg_catalog."C",
    creator_id text NOT NULL COLLATE pg_catalog."C",
    owner_type text NOT NULL COLLATE pg_catalog."C",
    owner_id text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    max_event_count bigint,
    booked bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.e_memberships (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.e_messages (
    invitee_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    created_at bigint NOT NULL,
    channel text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.e_organizations (
    id text NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    plan text NOT NULL COLLATE pg_catalog."C",
    stage text NOT NULL COLLATE pg_catalog."C",
    seats bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.e_submissions (
    id text NOT NULL COLLATE pg_catalog."C",
    form_id text NOT NULL COLLATE pg_catalog."C",
    answers text NOT NULL COLLATE pg_catalog."C",
    tracking text NOT NULL COLLATE pg_catalog."C",
    result text NOT NULL COLLATE pg_catalog."C",
    invitee_id text COLLATE pg_catalog."C",
    event_id text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.e_subscriptions (
    id text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL COLLATE pg_catalog."C",
    events text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    creator_id text NOT NULL COLLATE pg_catalog."C",
    signing_key text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    retry_started_at bigint,
    base text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.e_team_members (
    team_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL
);
CREATE TABLE public.e_teams (
    id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.e_tokens (
    hash text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    application_id text COLLATE pg_catalog."C",
    expires_at bigint
);
CREATE TABLE public.e_users (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    timezone text NOT NULL COLLATE pg_catalog."C",
    avatar_url text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.f_answers (
    shop text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    request text NOT NULL COLLATE pg_catalog."C",
    claimed_until bigint NOT NULL,
    forgotten_at bigint NOT NULL,
    answer text COLLATE pg_catalog."C",
    holder text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.f_customers (
    id text NOT NULL COLLATE pg_catalog."C",
    shop text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    created_at bigint NOT NULL,
    email_key text COLLATE pg_catalog."C",
    details text NOT NULL COLLATE pg_catalog."C",
    email_verified bigint NOT NULL,
    phone_verified bigint NOT NULL,
    card_works bigint NOT NULL
);
CREATE TABLE public.f_events (
    id text NOT NULL COLLATE pg_catalog."C",
    shop text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    created_at bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    payment text COLLATE pg_catalog."C",
    body text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.f_exports (
    id text NOT NULL COLLATE pg_catalog."C",
    shop text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    created_at bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    updated_at bigint NOT NULL,
    start_at bigint,
    end_at bigint,
    payout text COLLATE pg_catalog."C",
    include_child_accounts bigint NOT NULL,
    custom_fields text COLLATE pg_catalog."C",
    file text COLLATE pg_catalog."C"
);
CREATE TABLE public.f_instalments (
    payment text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    due_at bigint NOT NULL,
    purchase_amount bigint NOT NULL,
    original_amount bigint NOT NULL,
    customer_fee bigint NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.f_keys (
    hash text NOT NULL COLLATE pg_catalog."C",
    shop text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    is_revoked bigint NOT NULL
);
CREATE TABLE public.f_messages (
    id text NOT NULL COLLATE pg_catalog."C",
    shop text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    created_at bigint NOT NULL,
    payment text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.f_orders (
    id text NOT NULL COLLATE pg_catalog."C",
    shop text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    created_at bigint NOT NULL,
    payment text NOT NULL COLLATE pg_catalog."C",
    updated_at bigint,
    reference text COLLATE pg_catalog."C",
    details text NOT NULL COLLATE pg_catalog."C",
    status text COLLATE pg_catalog."C",
    is_shipped bigint NOT NULL,
    shipments text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.f_payments (
    id text NOT NULL COLLATE pg_catalog."C",
    shop text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    created_at bigint NOT NULL,
    customer text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    purchase_amount bigint NOT NULL,
    customer_fee bigint NOT NULL,
    installments_count bigint NOT NULL,
    deferred_days bigint NOT NULL,
    deferred_months bigint NOT NULL,
    capture_method text NOT NULL COLLATE pg_catalog."C",
    has_trigger bigint NOT NULL,
    triggered_at bigint,
    captured_at bigint,
    captured_amount bigint NOT NULL,
    refunded_amount bigint NOT NULL,
    expired_at bigint,
    details text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.f_refunds (
    id text NOT NULL COLLATE pg_catalog."C",
    shop text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    created_at bigint NOT NULL,
    payment text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    reason text COLLATE pg_catalog."C",
    merchant_reference text COLLATE pg_catalog."C",
    comment text COLLATE pg_catalog."C"
);
CREATE TABLE public.f_shops (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    website text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.f_transactions (
    id text NOT NULL COLLATE pg_catalog."C",
    shop text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    created_at bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    payment text COLLATE pg_catalog."C",
    refund text COLLATE pg_catalog."C",
    payout text COLLATE pg_catalog."C"
);
CREATE TABLE public.f_webhooks (
    id text NOT NULL COLLATE pg_catalog."C",
    shop text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    events text COLLATE pg_catalog."C"
);
CREATE TABLE public.h_accounts (
    id bigint NOT NULL,
    first_name text COLLATE pg_catalog."C",
    last_name text COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    plan_name text NOT NULL COLLATE pg_catalog."C",
    plan_level bigint NOT NULL,
    credits bigint NOT NULL,
    period_ends_at bigint NOT NULL,
    searches_used bigint NOT NULL,
    verifications_used bigint NOT NULL
);
CREATE TABLE public.h_domains (
    name text NOT NULL COLLATE pg_catalog."C",
    organization text COLLATE pg_catalog."C",
    organization_key text COLLATE pg_catalog."C",
    is_disposable bigint NOT NULL,
    is_webmail bigint NOT NULL,
    accepts_all bigint NOT NULL,
    pattern text COLLATE pg_catalog."C",
    facts text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.h_keys (
    hash text NOT NULL COLLATE pg_catalog."C",
    account_id bigint
);
CREATE TABLE public.h_mailboxes (
    address text NOT NULL COLLATE pg_catalog."C",
    domain text NOT NULL COLLATE pg_catalog."C",
    "exists" bigint NOT NULL,
    is_listed bigint NOT NULL,
    is_claimed bigint NOT NULL,
    server text NOT NULL COLLATE pg_catalog."C",
    search_seconds bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    confidence bigint NOT NULL,
    first_name text COLLATE pg_catalog."C",
    last_name text COLLATE pg_catalog."C",
    person_key text COLLATE pg_catalog."C",
    "position" text COLLATE pg_catalog."C",
    position_raw text COLLATE pg_catalog."C",
    seniority text COLLATE pg_catalog."C",
    department text COLLATE pg_catalog."C",
    profile_url text COLLATE pg_catalog."C",
    profile_handle text COLLATE pg_catalog."C",
    twitter text COLLATE pg_catalog."C",
    phone_number text COLLATE pg_catalog."C",
    sources text NOT NULL COLLATE pg_catalog."C",
    verified_at bigint,
    verified_status text COLLATE pg_catalog."C"
);
CREATE TABLE public.h_verifications (
    account_id bigint NOT NULL,
    address text NOT NULL COLLATE pg_catalog."C",
    ready_at bigint NOT NULL
);
CREATE TABLE public.migrations_a_identity (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_a_identity_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.migrations_c_controller (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_c_controller_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.migrations_d_events (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_d_events_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.migrations_e_scheduling (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_e_scheduling_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.migrations_f_instalments (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_f_instalments_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.migrations_h_email (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_h_email_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.migrations_platform_clock (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_platform_clock_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.migrations_platform_due (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_platform_due_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.migrations_platform_outbox (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_platform_outbox_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.migrations_platform_sandbox (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_platform_sandbox_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.platform_attempts (
    delivery text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    at bigint NOT NULL,
    milliseconds bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status bigint,
    error text COLLATE pg_catalog."C",
    digest text COLLATE pg_catalog."C",
    answer text COLLATE pg_catalog."C",
    headers text COLLATE pg_catalog."C"
);
CREATE TABLE public.platform_clock (
    id bigint NOT NULL,
    frozen_at bigint,
    ahead bigint NOT NULL
);
CREATE TABLE public.platform_deliveries (
    id text NOT NULL COLLATE pg_catalog."C",
    service text NOT NULL COLLATE pg_catalog."C",
    event text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    sequence text COLLATE pg_catalog."C",
    payload text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    created bigint NOT NULL,
    due bigint NOT NULL,
    tries bigint NOT NULL,
    attempts bigint NOT NULL,
    holder text COLLATE pg_catalog."C",
    lease_until bigint NOT NULL
);
CREATE TABLE public.platform_due (
    id text NOT NULL COLLATE pg_catalog."C",
    service text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    "position" bigint NOT NULL,
    payload text NOT NULL COLLATE pg_catalog."C",
    failures bigint NOT NULL,
    failed bigint NOT NULL,
    not_before bigint NOT NULL,
    error text COLLATE pg_catalog."C"
);
CREATE TABLE public.platform_leases (
    name text NOT NULL COLLATE pg_catalog."C",
    holder text NOT NULL COLLATE pg_catalog."C",
    until bigint NOT NULL
);
CREATE TABLE public.platform_sandbox (
    id bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    generation bigint NOT NULL,
    starts bigint NOT NULL,
    shown bigint
);
CREATE TABLE public.platform_services (
    name text NOT NULL COLLATE pg_catalog."C",
    started bigint NOT NULL
);
INSERT INTO public.a_signing_keys VALUES ('a kid', 'a private_jwk');
INSERT INTO public.a_tokens VALUES ('180dd720722376a20a1dd07cef40bdfb00f937dc1378d100303c0988632668ee', 'access', '104810523906117422953', 'harbour-web.apps.example.com', 'openid userinfo.email userinfo.profile', NULL, 1795252514000, 1795256114000, 0);
INSERT INTO public.a_tokens VALUES ('19df1fb4079e5d975d59d70b6b07a46b1d50a505b994964c09050116579835ea', 'access', '104810523906117422953', 'harbour-web.apps.example.com', 'userinfo.profile', NULL, 1795252514000, 1795256114000, 0);
INSERT INTO public.a_tokens VALUES ('7d80b08bbb420cd9b3483e694210f6509a744c747f6d1cd18664a7d5d7c93978', 'access', '104810523906117422953', 'harbour-web.apps.example.com', 'userinfo.email', NULL, 1795252514000, 1795256114000, 0);
INSERT INTO public.a_tokens VALUES ('a05afc11132e6662e3cf447d21f9cf83a241486905ddc2d7e882a47d83364e3a', 'access', '104810523906117422953', 'harbour-web.apps.example.com', 'openid userinfo.email userinfo.profile', NULL, 1795252514000, 2110785314000, 0);
INSERT INTO public.a_tokens VALUES ('2ec2499b11bbe9a64e8d306f5dbe9212e963dbf0990a203d18438e16208da1a8', 'access', '104810523906117422953', 'harbour-web.apps.example.com', 'userinfo.profile', NULL, 1795252514000, 2110785314000, 0);
INSERT INTO public.a_tokens VALUES ('d8c64cc7e397ec9d74888e44de46aa98cf33ec5a7e3fcce72b354f4796cb28e1', 'access', '104810523906117422953', 'harbour-web.apps.example.com', 'userinfo.email', NULL, 1795252514000, 2110785314000, 0);
INSERT INTO public.a_tokens VALUES ('691ab02165f3bd6e29b97e4771be9a0cbaa128682e562b5666ef57fa3684e2f6', 'access', '104810523906117422953', 'harbour-web.apps.example.com', 'calendar.read', NULL, 1795252514000, 1795256114000, 0);
INSERT INTO public.a_tokens VALUES ('7aa6ee8a496db6a55c1d322d4dd2c64d336991f54c93c1b063c7c7372e100dab', 'access', '104810523906117422953', 'harbour-web.apps.example.com', 'openid userinfo.profile', NULL, 1795252514000, 1795252514000, 0);
INSERT INTO public.a_tokens VALUES ('a87241b956d424eebbef1a3f6a17f882a4b5880ea5f9dda5c96e20a42d42f55e', 'access', '104810523906117422953', 'harbour-web.apps.example.com', 'openid userinfo.profile', NULL, 1795252514000, 1795256114000, 1);
INSERT INTO public.a_tokens VALUES ('bac56f7f9f6b7b4eea7e493cd10598a8bd11172c42c183b8debd91fc2eeb5033', 'id', '104810523906117422953', 'harbour-web.apps.example.com', 'openid userinfo.email', NULL, 1795251600000, 1795255200000, 0);
INSERT INTO public.a_users VALUES ('104810523906117422953', 'ines.varga@lumen.example', 1, 'Ines Varga', 'Ines', 'Varga', 'https://people.example.com/104810523906117422953', 'https://images.example.com/104810523906117422953.png', 'female', 'pt-PT', 'lumen.example');
INSERT INTO public.a_users VALUES ('117203448190562738401', 'kofi.mensah@postbox.example', 0, 'Kofi Mensah', 'Kofi', 'Mensah', 'https://people.example.com/117203448190562738401', 'https://images.example.com/117203448190562738401.png', NULL, 'en-GB', NULL);
INSERT INTO public.c_controllers VALUES (1, 1794043733000, 1, NULL, 0, NULL);
INSERT INTO public.c_elements VALUES ('HopTimes', 0, '60');
INSERT INTO public.c_elements VALUES ('HopTimes', 1, '15');
INSERT INTO public.c_elements VALUES ('HopTimes', 2, '5');
INSERT INTO public.c_elements VALUES ('HopTimes', 3, '0');
INSERT INTO public.c_elements VALUES ('FermentersDueNs', 0, '1795611600123456789');
INSERT INTO public.c_elements VALUES ('FermentersDueNs', 1, '1796043600250000001');
INSERT INTO public.c_elements VALUES ('FermentersDueNs', 2, '1796475600987654321');
INSERT INTO public.c_elements VALUES ('FermentersDueNs', 3, '1796907601000000007');
INSERT INTO public.c_elements VALUES ('MashStepsC', 0, '52.5');
INSERT INTO public.c_elements VALUES ('MashStepsC', 1, '63');
INSERT INTO public.c_elements VALUES ('MashStepsC', 2, '67');
INSERT INTO public.c_elements VALUES ('MashStepsC', 3, '76.5');
INSERT INTO public.c_elements VALUES ('HopNames', 0, 'Northdown');
INSERT INTO public.c_elements VALUES ('HopNames', 1, 'Northdown');
INSERT INTO public.c_elements VALUES ('HopNames', 2, 'Fuggle');
INSERT INTO public.c_elements VALUES ('HopNames', 3, 'Fuggle');
INSERT INTO public.c_keys VALUES ('kettle-house', '18dcf5558cda9d050b7f8dc15ac2c8f5e2c74b8da15e5447c5ead1f3a7e01518', 1);
INSERT INTO public.c_keys VALUES ('brewery-display', 'fc219687367e5da48bb5a3e2977b4dd847a4dff18bb857d3bd0947d4d6421e16', 0);
INSERT INTO public.c_tags VALUES ('TankTempC', 'analogInput', 0, '66.5', NULL, NULL);
INSERT INTO public.c_tags VALUES ('MashFlowLpm', 'analogInput', 1, '12.25', NULL, NULL);
INSERT INTO public.c_tags VALUES ('SteamValvePct', 'analogOutput', 2, '37.5', NULL, NULL);
INSERT INTO public.c_tags VALUES ('HoodFanPct', 'analogOutput', 3, '50', NULL, NULL);
INSERT INTO public.c_tags VALUES ('LidClosed', 'digitalInput', 4, '1', NULL, NULL);
INSERT INTO public.c_tags VALUES ('TankFull', 'digitalInput', 5, '0', NULL, NULL);
INSERT INTO public.c_tags VALUES ('StirrerOn', 'digitalOutput', 6, '1', NULL, NULL);
INSERT INTO public.c_tags VALUES ('DrainOpen', 'digitalOutput', 7, '0', NULL, NULL);
INSERT INTO public.c_tags VALUES ('BatchNumber', 'int32', 8, '412', NULL, NULL);
INSERT INTO public.c_tags VALUES ('BrewingNow', 'int32', 9, '1', NULL, NULL);
INSERT INTO public.c_tags VALUES ('TotalPulses', 'int64', 10, '48219007311', NULL, NULL);
INSERT INTO public.c_tags VALUES ('LastRinseNs', 'int64', 11, '1795266000123456789', NULL, NULL);
INSERT INTO public.c_tags VALUES ('SetpointC', 'float', 12, '67', NULL, NULL);
INSERT INTO public.c_tags VALUES ('WortPlato', 'float', 13, '12.5', NULL, NULL);
INSERT INTO public.c_tags VALUES ('RecipeName', 'string', 14, 'Harvest Pale Ale', 16, NULL);
INSERT INTO public.c_tags VALUES ('BrewerName', 'string', 15, 'Jonas Brandt', 32, NULL);
INSERT INTO public.c_tags VALUES ('MashTimer', 'upTimer', 16, '2700.25', NULL, 1795253396000);
INSERT INTO public.c_tags VALUES ('BoilTimer', 'downTimer', 17, '1080.5', NULL, 1795253396000);
INSERT INTO public.c_tags VALUES ('HopTimes', 'int32Table', 18, '', NULL, NULL);
INSERT INTO public.c_tags VALUES ('FermentersDueNs', 'int64Table', 19, '', NULL, NULL);
INSERT INTO public.c_tags VALUES ('MashStepsC', 'floatTable', 20, '', NULL, NULL);
INSERT INTO public.c_tags VALUES ('HopNames', 'stringTable', 21, '', 16, NULL);
INSERT INTO public.d_apps VALUES ('60417', '2f9c0b7ae41d', 'a-secret-of-your-own', 1, 0, 1, 1, 10000, 1000000, NULL, NULL, NULL);
INSERT INTO public.d_apps VALUES ('60418', '7d13e9405bc2', 'a-secret-of-the-quiet-app', 1, 0, 0, 0, 2, 1000000, NULL, NULL, NULL);
INSERT INTO public.d_apps VALUES ('60419', 'c80a46f1d935', 'a-secret-of-the-closed-app', 0, 0, 1, 1, 10000, 1000000, NULL, NULL, NULL);
INSERT INTO public.d_apps VALUES ('60420', '91be5720fa6c', 'a-secret-of-the-spent-app', 1, 0, 1, 1, 10000, 0, NULL, NULL, NULL);
INSERT INTO public.d_apps VALUES ('60421', '4ab7c3d0e816', 'a-secret-of-the-secure-app', 1, 1, 1, 1, 10000, 1000000, NULL, NULL, NULL);
INSERT INTO public.d_cache VALUES ('60417', 'cache-scores', 'score', '{"match":1874,"score":"2:1"}', 1795255108000);
INSERT INTO public.d_channels VALUES ('60417', 'presence-stand-west', NULL, 0, 0, 0);
INSERT INTO public.d_channels VALUES ('60417', 'presence-stand-east', NULL, 0, 0, 0);
INSERT INTO public.d_channels VALUES ('60417', 'match-1874', NULL, 0, 0, 0);
INSERT INTO public.d_channels VALUES ('60417', 'cache-scores', NULL, 0, 0, 0);
INSERT INTO public.d_leaving VALUES ('a app_id', 'a channel', 'a user_id', 1);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-west', 'fan-noor', 1, NULL, 0);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-west', 'fan-emil', 1, NULL, 1);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-1', 1, NULL, 0);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-2', 1, NULL, 1);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-3', 1, NULL, 2);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-4', 1, NULL, 3);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-5', 1, NULL, 4);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-6', 1, NULL, 5);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-7', 1, NULL, 6);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-8', 1, NULL, 7);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-9', 1, NULL, 8);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-10', 1, NULL, 9);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-11', 1, NULL, 10);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-12', 1, NULL, 11);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-13', 1, NULL, 12);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-14', 1, NULL, 13);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-15', 1, NULL, 14);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-16', 1, NULL, 15);
INSERT INTO public.d_members VALUES ('story', '60417', 'presence-stand-east', 'fan-17', 1, NULL, 16);
INSERT INTO public.d_processes VALUES ('story', 9007199254740991);
INSERT INTO public.d_subscriptions VALUES ('story', '60417', 'presence-stand-west', 2);
INSERT INTO public.d_subscriptions VALUES ('story', '60417', 'presence-stand-east', 17);
INSERT INTO public.d_subscriptions VALUES ('story', '60417', 'match-1874', 3120);
INSERT INTO public.d_subscriptions VALUES ('story', '60417', 'cache-scores', 18744);
INSERT INTO public.d_users VALUES ('a process', 'a app_id', 'a user_id', 1);
INSERT INTO public.e_applications VALUES ('office-screen', 'Office screen', 'the-key-of-the-application');
INSERT INTO public.e_event_hosts VALUES ('EAHDBGCFEBHADGCF', 'FBGCHADEFCBHGADE');
INSERT INTO public.e_event_hosts VALUES ('EBCFAGHDBECGFAHD', 'FBGCHADEFCBHGADE');
INSERT INTO public.e_event_hosts VALUES ('ECDHAFBGECHDABFG', 'ADHCGEBFAHDCBGEF');
INSERT INTO public.e_event_types VALUES ('LFEHBADGCHFBEGDA', 'FBGCHADEFCBHGADE', NULL, 'FBGCHADEFCBHGADE', NULL, 'First lesson', 'first-lesson', 1, 45, 1, '#b5651d', NULL, 'Find out whether the cello is for you. We have instruments to lend.', '{"type":"physical","location":"Northlight Studio, Lindenhof 7, room 2"}', '[{"name":"Have you played before?","type":"single_select","position":0,"enabled":true,"required":true,"answer_choices":["Never","Yes, as a child","Yes, I still do"],"include_other":false}]', '{"days":[1,2,3,4,5],"from":"09:00","to":"19:00"}', 0, 0, NULL, 1770281996124, 1790518455660);
INSERT INTO public.e_event_types VALUES ('RHCBGEADFHBCEGAD', 'ADHCGEBFAHDCBGEF', NULL, 'ADHCGEBFAHDCBGEF', NULL, 'Ensemble rehearsal', 'ensemble-rehearsal', 1, 90, 8, '#2f6f4e', 'Eight stands, no more.', 'Chamber music for all instruments. Bring your part.', '{"type":"custom","location":"The hall, by the yard entrance"}', '[]', '{"days":[6],"from":"09:30","to":"14:00"}', 0, 0, NULL, 1773145837556, 1787500263090);
INSERT INTO public.e_event_types VALUES ('AHCBGEDFHBACGEDF', 'ADHCGEBFAHDCBGEF', 'THBDGECAFHGEBDCA', 'THBDGECAFHGEBDCA', 'round_robin', 'Advice on instruments', 'advice', 1, 30, 1, '#1f5fa8', NULL, 'One of our teachers calls you and helps you to find an instrument that fits.', '{"type":"outbound_call","location":null}', '[]', '{"days":[1,2,3,4,5],"from":"09:00","to":"19:00"}', 0, 1, NULL, 1772008508310, 1772008508310);
INSERT INTO public.e_event_types VALUES ('UHBGACDFEHGBCADE', 'ADHCGEBFAHDCBGEF', 'THBDGECAFHGEBDCA', 'THBDGECAFHGEBDCA', 'collective', 'Audition', 'audition', 1, 60, 1, '#8a2b6b', NULL, 'Play for both of us. Two pieces of your choice.', '{"type":"physical","location":"Northlight Studio, Lindenhof 7, room 2"}', '[]', '{"days":[6],"from":"09:30","to":"14:00"}', 0, 1, NULL, 1772008783902, 1772008783902);
INSERT INTO public.e_events VALUES ('EAHDBGCFEBHADGCF', 'LFEHBADGCHFBEGDA', '["FBGCHADEFCBHGADE"]', 'NGHCEBDAFHBDCAGE', 'First lesson', 'canceled', 1795706996000, 1795709696000, 45, '{"type":"physical","location":"Northlight Studio, Lindenhof 7, room 2"}', 1, 1, 0, '[]', 'Jonas Weber', 'invitee', 'I have an exam on Tuesday.', 1795077923630, 1795197724398);
INSERT INTO public.e_events VALUES ('EBCFAGHDBECGFAHD', 'LFEHBADGCHFBEGDA', '["FBGCHADEFCBHGADE"]', 'NGHCEBDAFHBDCAGE', 'First lesson', 'active', 1795879796000, 1795882496000, 45, '{"type":"physical","location":"Northlight Studio, Lindenhof 7, room 2"}', 1, 1, 1, '[]', NULL, NULL, NULL, 1795197724451, 1795197724451);
INSERT INTO public.e_events VALUES ('ECDHAFBGECHDABFG', 'RHCBGEADFHBCEGAD', '["ADHCGEBFAHDCBGEF"]', 'NGHCEBDAFHBDCAGE', 'Ensemble rehearsal', 'active', 1796032796000, 1796038196000, 90, '{"type":"custom","location":"The hall, by the yard entrance"}', 8, 6, 5, '[]', NULL, NULL, NULL, 1793821353208, 1794947590775);
INSERT INTO public.e_forms VALUES ('QFHADCEBGHFADBCE', 'NGHCEBDAFHBDCAGE', 'Which instrument?', 'published', '[{"uuid":"6f1d2c0e-5b7a-4e0c-9d35-8a41c2b7e390","name":"Which instrument would you like to learn?","type":"radios","required":true,"answer_choices":["Cello","Violin","Percussion"]},{"uuid":"b3a94f17-0d62-4c58-8e21-7f9d5a06c4be","name":"Is there anything that we should know?","type":"textarea","required":false,"answer_choices":null}]', '[{"question":"6f1d2c0e-5b7a-4e0c-9d35-8a41c2b7e390","answer":"Cello","to":{"type":"event_type","id":"LFEHBADGCHFBEGDA"}},{"question":"6f1d2c0e-5b7a-4e0c-9d35-8a41c2b7e390","answer":"Percussion","to":{"type":"custom_message","value":{"headline":"Not yet!","body":"Our teacher for percussion starts in the new year."}}},{"to":{"type":"external_url","value":"https://northlight.example/contact"}}]', 1775123129810, 1790518798447);
INSERT INTO public.e_invitations VALUES ('VADBHGECFBHDAGCE', 'NGHCEBDAFHBDCAGE', 'felix.brandt@northlight.example', 'accepted', 'FBGCHADEFCBHGADE', 1769620228015, 1769620227702, 1769683491201);
INSERT INTO public.e_invitations VALUES ('VCAHEGDBFCHAEBGD', 'NGHCEBDAFHBDCAGE', 'noor.haddad@example.com', 'pending', NULL, 1795001717048, 1795001716336, 1795001716336);
INSERT INTO public.e_invitees VALUES ('JAHDBEGCAFHEBDGC', 'EAHDBGCFEBHADGCF', 'jonas.weber@example.com', 'Jonas', 'Weber', 'Jonas Weber', 'canceled', '[{"question":"Have you played before?","answer":"Yes, as a child","position":0}]', 'Europe/Berlin', '{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null}', 1, NULL, NULL, 'JBGCAFHEBDHDGCEA', 'EBCFAGHDBECGFAHD', 'SDGEBHCAFDGHEBAC', NULL, NULL, NULL, NULL, NULL, 'Jonas Weber', 'invitee', 'I have an exam on Tuesday.', 1795077923630, 1795197724398);
INSERT INTO public.e_invitees VALUES ('JBGCAFHEBDHDGCEA', 'EBCFAGHDBECGFAHD', 'jonas.weber@example.com', 'Jonas', 'Weber', 'Jonas Weber', 'active', '[{"question":"Have you played before?","answer":"Yes, as a child","position":0}]', 'Europe/Berlin', '{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null}', 0, 'JAHDBEGCAFHEBDGC', 'EAHDBGCFEBHADGCF', NULL, NULL, 'SDGEBHCAFDGHEBAC', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795197724451, 1795197724451);
INSERT INTO public.e_invitees VALUES ('PAHDBGECFAHDBGEC', 'ECDHAFBGECHDABFG', 'ida.falk@example.com', 'Ida', 'Falk', 'Ida Falk', 'active', '[]', 'Europe/Berlin', '{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null}', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1793821353208, 1793821353208);
INSERT INTO public.e_invitees VALUES ('PBHDBGECFAHDBGEC', 'ECDHAFBGECHDABFG', 'tomas.reyes@example.com', 'Tomas', 'Reyes', 'Tomas Reyes', 'active', '[]', 'Europe/Berlin', '{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null}', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1793907753208, 1793907753208);
INSERT INTO public.e_invitees VALUES ('PCHDBGECFAHDBGEC', 'ECDHAFBGECHDABFG', 'mina.sato@example.com', 'Mina', 'Sato', 'Mina Sato', 'active', '[]', 'Europe/Berlin', '{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null}', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1793994153208, 1793994153208);
INSERT INTO public.e_invitees VALUES ('PDHDBGECFAHDBGEC', 'ECDHAFBGECHDABFG', 'paul.kern@example.com', 'Paul', 'Kern', 'Paul Kern', 'active', '[]', 'Europe/Berlin', '{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null}', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1794080553208, 1794080553208);
INSERT INTO public.e_invitees VALUES ('PEHDBGECFAHDBGEC', 'ECDHAFBGECHDABFG', 'ruth.adeyemi@example.com', 'Ruth', 'Adeyemi', 'Ruth Adeyemi', 'active', '[]', 'Europe/Berlin', '{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null}', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1794166953208, 1794166953208);
INSERT INTO public.e_invitees VALUES ('PFHDBGECFAHDBGEC', 'ECDHAFBGECHDABFG', 'sven.ekdahl@example.com', 'Sven', 'Ekdahl', 'Sven Ekdahl', 'canceled', '[]', 'Europe/Berlin', '{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null}', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'Sven Ekdahl', 'invitee', NULL, 1794253353208, 1794947590775);
INSERT INTO public.e_links VALUES ('ck7p-2mx-t8q', 'ADHCGEBFAHDCBGEF', 'EventType', 'LFEHBADGCHFBEGDA', 'first-lesson', 1, 0, 1794734996000);
INSERT INTO public.e_links VALUES ('ck2w-9hd-r4z', 'ADHCGEBFAHDCBGEF', 'User', 'ADHCGEBFAHDCBGEF', 'northlight-amara', NULL, 0, 1794735296000);
INSERT INTO public.e_memberships VALUES ('MAGDHCEBFADHGCBE', 'ADHCGEBFAHDCBGEF', 'NGHCEBDAFHBDCAGE', 'owner', 1767778196000, 1767778196000);
INSERT INTO public.e_memberships VALUES ('MFCBHGADEFCBDAGH', 'FBGCHADEFCBHGADE', 'NGHCEBDAFHBDCAGE', 'user', 1769683491201, 1769683491201);
INSERT INTO public.e_memberships VALUES ('MHDGFBECAHGDFBCE', 'LHBDFGACEHBDFCAG', 'HDGBCFAEHGDBCEAF', 'owner', 1777465796000, 1777465796000);
INSERT INTO public.e_messages VALUES ('a invitee_id', 'a kind', 'a event_id', 1, 1, 'a channel', 'a address', 'a text');
INSERT INTO public.e_organizations VALUES ('NGHCEBDAFHBDCAGE', 'Northlight Studio', 'teams', 'paid', 500, 1767778196000, 1769495399118);
INSERT INTO public.e_organizations VALUES ('HDGBCFAEHGDBCEAF', 'Harbour Massage', 'basic', 'free', 1, 1777465796000, 1777465796000);
INSERT INTO public.e_submissions VALUES ('SDGEBHCAFDGHEBAC', 'QFHADCEBGHFADBCE', '[{"question_uuid":"6f1d2c0e-5b7a-4e0c-9d35-8a41c2b7e390","question":"Which instrument would you like to learn?","answer":"Cello"}]', '{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null}', '{"type":"event_type","id":"LFEHBADGCHFBEGDA"}', 'JAHDBEGCAFHEBDGC', 'EAHDBGCFEBHADGCF', 1795077766077, 1795077923630);
INSERT INTO public.e_submissions VALUES ('SHBCGADEFBCHGEAD', 'QFHADCEBGHFADBCE', '[{"question_uuid":"6f1d2c0e-5b7a-4e0c-9d35-8a41c2b7e390","question":"Which instrument would you like to learn?","answer":"Percussion"},{"question_uuid":"b3a94f17-0d62-4c58-8e21-7f9d5a06c4be","question":"Is there anything that we should know?","answer":"I have a marimba at home."}]', '{"utm_campaign":"open-day","utm_source":"poster","utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null}', '{"type":"custom_message","value":{"headline":"Not yet!","body":"Our teacher for percussion starts in the new year."}}', NULL, NULL, 1795119418519, 1795119418519);
INSERT INTO public.e_subscriptions VALUES ('WGEBCHADFGBECHDA', 'https://office.northlight.example/hooks/scheduling', '["invitee.created","invitee.canceled","routing_form_submission.created"]', 'organization', 'NGHCEBDAFHBDCAGE', NULL, 'ADHCGEBFAHDCBGEF', 'a-secret-of-your-own', 'active', NULL, NULL, 1793183414265, 1793183414265);
INSERT INTO public.e_team_members VALUES ('THBDGECAFHGEBDCA', 'ADHCGEBFAHDCBGEF', 0);
INSERT INTO public.e_team_members VALUES ('THBDGECAFHGEBDCA', 'FBGCHADEFCBHGADE', 1);
INSERT INTO public.e_teams VALUES ('THBDGECAFHGEBDCA', 'NGHCEBDAFHBDCAGE', 'Northlight Studio', 'northlight', 1772008196000, 1772008196000);
INSERT INTO public.e_tokens VALUES ('019239a82dde8da2b254576921710c471baea5914e91c543bea3ea98371fa963', 'ADHCGEBFAHDCBGEF', NULL, NULL);
INSERT INTO public.e_tokens VALUES ('19c848fa91ad5fbbb90ded39962227b90acb4b3eb27c20c05d201634e90fa277', 'FBGCHADEFCBHGADE', NULL, NULL);
INSERT INTO public.e_tokens VALUES ('d6433471ac1b71226a231d67bb5dbc7a97cbd3c399e3ff8affc819b42c66df0d', 'LHBDFGACEHBDFCAG', NULL, NULL);
INSERT INTO public.e_tokens VALUES ('b4f1002ca628c457a876a7a56258d5a96d1f12ac5448d6a97809a7a7e4fc9124', 'ADHCGEBFAHDCBGEF', 'office-screen', 2110613396000);
INSERT INTO public.e_users VALUES ('ADHCGEBFAHDCBGEF', 'Amara Diallo', 'northlight-amara', 'amara.diallo@northlight.example', 'Europe/Berlin', 'https://images.example.com/amara-diallo.png', 1767778196000, 1787817608480);
INSERT INTO public.e_users VALUES ('FBGCHADEFCBHGADE', 'Felix Brandt', 'northlight-felix', 'felix.brandt@northlight.example', 'Europe/Berlin', NULL, 1769683491201, 1769683804914);
INSERT INTO public.e_users VALUES ('LHBDFGACEHBDFCAG', 'Lena Okoye', 'harbour-lena', 'lena.okoye@harbour.example', 'Europe/Berlin', NULL, 1777465796000, 1777465796000);
INSERT INTO public.f_answers VALUES ('a shop', 'a key', 'a request', 1, 1, '{"a":[1,"é"]}', 'a holder');
INSERT INTO public.f_customers VALUES ('customer_11vKd3YwN6tQhB', 'merchant_11vFernOak4', 1, 1790521206000, 'hugo@cafe-des-terreaux.example', '{"first_name":"Hugo","last_name":"Lambert","email":"hugo@cafe-des-terreaux.example","phone":"+33639985521","country":"FR","is_business":true,"business_name":"Café des Terreaux","business_id_number":"902415770"}', 1, 0, 1);
INSERT INTO public.f_customers VALUES ('customer_11wTq8P5mXcJfL', 'merchant_11vFernOak4', 2, 1792666316000, 'camille.roussel@example.com', '{"first_name":"Camille","last_name":"Roussel","email":"camille.roussel@example.com","phone":"+33639981204","birth_date":"1991-07-23","country":"FR","is_business":false,"addresses":[{"id":"address_11wTq8P9sLuHrK","created":1792666316,"line1":"14 rue des Remparts","postal_code":"69002","city":"Lyon","country":"FR"}]}', 1, 1, 1);
INSERT INTO public.f_events VALUES ('event_11wTq8R5', 'merchant_11vFernOak4', 12, 1792666448000, 'payment.created', 'payment_11wTq8RkZ2bVnD', '{"id":"event_11wTq8R5","type":"payment.created","created":1792666448,"payment":"payment_11wTq8RkZ2bVnD","data":{"state":"not_started","amount":45900}}');
INSERT INTO public.f_events VALUES ('event_11wTq9A4', 'merchant_11vFernOak4', 13, 1792666614000, 'payment.scored', 'payment_11wTq8RkZ2bVnD', '{"id":"event_11wTq9A4","type":"payment.scored","created":1792666614,"payment":"payment_11wTq8RkZ2bVnD","data":{"state":"scored_yes","amount":45900}}');
INSERT INTO public.f_events VALUES ('event_11wTr1C9', 'merchant_11vFernOak4', 14, 1792666703000, 'payment.in_progress', 'payment_11wTq8RkZ2bVnD', '{"id":"event_11wTr1C9","type":"payment.in_progress","created":1792666703,"payment":"payment_11wTq8RkZ2bVnD","data":{"state":"in_progress","amount":15300}}');
INSERT INTO public.f_events VALUES ('event_11wUn8J3', 'merchant_11vFernOak4', 15, 1792834827000, 'order.status_updated', 'payment_11wTq8RkZ2bVnD', '{"id":"event_11wUn8J3","type":"order.status_updated","created":1792834827,"payment":"payment_11wTq8RkZ2bVnD","data":{"order":"order_11wTq8S3gHyWpC","merchant_reference":"FO-2041","status":"shipped","is_shipped":true}}');
INSERT INTO public.f_events VALUES ('event_11wUn8K7', 'merchant_11vFernOak4', 16, 1792834858000, 'order.shipped', 'payment_11wTq8RkZ2bVnD', '{"id":"event_11wUn8K7","type":"order.shipped","created":1792834858,"payment":"payment_11wTq8RkZ2bVnD","data":{"order":"order_11wTq8S3gHyWpC","merchant_reference":"FO-2041","status":"shipped","is_shipped":true}}');
INSERT INTO public.f_events VALUES ('event_11wWb5M2', 'merchant_11vFernOak4', 17, 1793553761000, 'payment.refunded', 'payment_11wTq8RkZ2bVnD', '{"id":"event_11wWb5M2","type":"payment.refunded","created":1793553761,"payment":"payment_11wTq8RkZ2bVnD","data":{"state":"in_progress","amount":5900,"refund":"refund_11wWb5LqT9eKsM"}}');
INSERT INTO public.f_events VALUES ('event_11wXe2P3', 'merchant_11vFernOak4', 18, 1793878265000, 'payment.created', 'payment_11wXe2HsD7qNtA', '{"id":"event_11wXe2P3","type":"payment.created","created":1793878265,"payment":"payment_11wXe2HsD7qNtA","data":{"state":"not_started","amount":92000}}');
INSERT INTO public.f_events VALUES ('event_11wXe8Q6', 'merchant_11vFernOak4', 19, 1793879696000, 'payment.scored', 'payment_11wXe2HsD7qNtA', '{"id":"event_11wXe8Q6","type":"payment.scored","created":1793879696,"payment":"payment_11wXe2HsD7qNtA","data":{"state":"scored_yes","amount":89000}}');
INSERT INTO public.f_events VALUES ('event_11wZp5D6', 'merchant_11vFernOak4', 20, 1795252896000, 'data_export.completed', NULL, '{"id":"event_11wZp5D6","type":"data_export.completed","created":1795252896,"data":{"data_export":"export_11wZp4MvC8yGkE","type":"accounting"}}');
INSERT INTO public.f_exports VALUES ('export_11wZp4MvC8yGkE', 'merchant_11vFernOak4', 11, 1795252808000, 'accounting', 1795252896000, 1792545596000, 1795223995000, NULL, 0, NULL, 'transaction,created,type,amount,currency,payment,refund,payout
');
INSERT INTO public.f_instalments VALUES ('payment_11wTq8RkZ2bVnD', 0, 1792666448000, 15300, 15300, 0, 'paid');
INSERT INTO public.f_instalments VALUES ('payment_11wTq8RkZ2bVnD', 1, 1795344848000, 15300, 15300, 0, 'pending');
INSERT INTO public.f_instalments VALUES ('payment_11wTq8RkZ2bVnD', 2, 1797936848000, 9400, 15300, 0, 'pending');
INSERT INTO public.f_instalments VALUES ('payment_11wXe2HsD7qNtA', 0, 1796470265000, 89000, 92000, 0, 'pending');
INSERT INTO public.f_keys VALUES ('f4fe3658e47c64d2deb0257ead7ae8ceaf82eb97129e8ef657a50bef61f653dd', 'merchant_11vFernOak4', 'sealed:1:jKhLKNZZoBgBCx5jOYyABHSF6wUuMYfdLwY__rkQ7I9zYchy9a7tV3i0KqU2OvEa5r3rM2M7plo', 1, 0);
INSERT INTO public.f_keys VALUES ('9d9911eb02fc7841f1defe4ea2d21539c34c36b81633ff5fdc58a290cf594960', 'merchant_11vSaltWnd7', 'sealed:1:ufsMC9lEgJgRLYOBiTZe2UyIhMFXUmDmfgkZHlFwsdoOe7eFh-SBqYCF9XRpHp4547Ho0k9Pi9c', 2, 0);
INSERT INTO public.f_messages VALUES ('a id', 'a shop', 1, 1, 'a payment', 'a channel', 'a address', 'a text');
INSERT INTO public.f_orders VALUES ('order_11wTq8S3gHyWpC', 'merchant_11vFernOak4', 5, 1792666448000, 'payment_11wTq8RkZ2bVnD', 1792834858000, 'FO-2041', '{"merchant_url":"https://fernandoak.example/admin/orders/FO-2041","customer_url":"https://fernandoak.example/account/orders/FO-2041"}', 'shipped', 1, '[{"carrier":"Rhône Courier","tracking_number":"RC-7405-1182","tracking_url":"https://rhonecourier.example/follow/RC-7405-1182"}]');
INSERT INTO public.f_payments VALUES ('payment_11wTq8RkZ2bVnD', 'merchant_11vFernOak4', 3, 1792666448000, 'customer_11wTq8P5mXcJfL', 'in_progress', 45900, 0, 3, 0, 0, 'automatic', 0, NULL, 1792666703000, 45900, 5900, NULL, '{"return_url":"https://fernandoak.example/checkout/done","customer_cancel_url":"https://fernandoak.example/basket","ipn_callback_url":"https://fernandoak.example/hooks/payment","custom_data":{"basket":"b-7719"},"locale":"fr","preferred_payment_method":"card"}');
INSERT INTO public.f_payments VALUES ('payment_11wXe2HsD7qNtA', 'merchant_11vFernOak4', 4, 1793878265000, 'customer_11wTq8P5mXcJfL', 'scored_yes', 89000, 0, 1, 30, 0, 'manual', 0, NULL, NULL, 0, 0, NULL, '{"return_url":"https://fernandoak.example/checkout/done","ipn_callback_url":"https://fernandoak.example/hooks/payment","custom_data":{"quote":"Q-311","revision":2},"locale":"fr"}');
INSERT INTO public.f_refunds VALUES ('refund_11wWb5LqT9eKsM', 'merchant_11vFernOak4', 6, 1793553761000, 'payment_11wTq8RkZ2bVnD', 5900, 'A scratch on the left armrest', 'FO-2041-R1', 'Agreed with Camille by telephone');
INSERT INTO public.f_shops VALUES ('merchant_11vFernOak4', 'Fern & Oak', 'https://fernandoak.example');
INSERT INTO public.f_shops VALUES ('merchant_11vSaltWnd7', 'Salt & Wind', 'https://saltwind.example');
INSERT INTO public.f_transactions VALUES ('balance_transaction_11wTr1', 'merchant_11vFernOak4', 7, 1792666703000, 'payment', 45900, 'payment_11wTq8RkZ2bVnD', NULL, NULL);
INSERT INTO public.f_transactions VALUES ('balance_transaction_11wTr2', 'merchant_11vFernOak4', 8, 1792666703000, 'fee', -1331, 'payment_11wTq8RkZ2bVnD', NULL, NULL);
INSERT INTO public.f_transactions VALUES ('balance_transaction_11wWb6', 'merchant_11vFernOak4', 9, 1793553761000, 'refund', -5900, 'payment_11wTq8RkZ2bVnD', 'refund_11wWb5LqT9eKsM', NULL);
INSERT INTO public.f_transactions VALUES ('balance_transaction_11wYc9', 'merchant_11vFernOak4', 10, 1794046796000, 'payout', -38669, NULL, NULL, 'payout_11wYc9GfX4uTjW');
INSERT INTO public.f_webhooks VALUES ('webhook_11vPz6RjU2xSaH', 'merchant_11vFernOak4', 'events', 'https://fernandoak.example/hooks/events', 1792664096000, '["payment.in_progress","payment.captured","payment.refunded","order.shipped"]');
INSERT INTO public.h_accounts VALUES (4711, 'Priya', 'Nair', 'priya.nair@papertrail.example', 'Starter', 1, 2000, 1796083196000, 412, 496);
INSERT INTO public.h_accounts VALUES (4712, 'Jonas', 'Weir', 'jonas.weir@saltmarsh.example', 'Free', 0, 50, 1796083196000, 0, 0);
INSERT INTO public.h_accounts VALUES (4713, 'Lea', 'Okafor', 'lea.okafor@tidewater.example', 'Free', 0, 50, 1796083196000, 30, 40);
INSERT INTO public.h_domains VALUES ('brightloaf.example', 'Brightloaf', 'brightloaf', 0, 0, 0, '{first}.{last}', '{"description":"Brightloaf builds ovens and proving cabinets for small bakeries.","industry":"Manufacturing","twitter":"https://social.example/brightloaf","facebook":null,"linkedin":"https://careers.example/company/brightloaf","instagram":null,"youtube":null,"technologies":["nginx","postgresql"],"country":"SE","state":"Skåne län","city":"Malmö","postal_code":"211 19","street":"Hamngatan 4","headcount":"51-200","company_type":"privately held","linked_domains":["brightloaf-service.example"]}');
INSERT INTO public.h_domains VALUES ('quietmill.example', NULL, NULL, 0, 0, 1, NULL, '{"linked_domains":[]}');
INSERT INTO public.h_domains VALUES ('postbox.example', NULL, NULL, 0, 1, 0, NULL, '{}');
INSERT INTO public.h_domains VALUES ('tenminutes.example', NULL, NULL, 1, 0, 0, NULL, '{}');
INSERT INTO public.h_keys VALUES ('6cfe5ec667dbccb7d28042425cf5ae4f4a5fead5bcb903eacee5bcf6feeb17f1', 4711);
INSERT INTO public.h_keys VALUES ('72bdbf90b8354fdbe112fe5537a8038c077cec8f6d47fec80fe6e969f596ed5b', 4712);
INSERT INTO public.h_keys VALUES ('aec721d73e4d76294d0f0483ce0901983e7a1d8e7386eac9853199050656b745', 4713);
INSERT INTO public.h_keys VALUES ('4c806362b613f7496abf284146efd31da90e4b16169fe001841ca17290f427c4', NULL);
INSERT INTO public.h_mailboxes VALUES ('marta.lindqvist@brightloaf.example', 'brightloaf.example', 1, 1, 0, 'answers', 0, 'personal', 96, 'Marta', 'Lindqvist', 'marta lindqvist', 'Head of Sales', 'Head of Sales (Nordics)', 'executive', 'sales', 'https://careers.example/in/marta-lindqvist', 'marta-lindqvist', NULL, '+46 40 555 01 20', '[{"domain":"brightloaf.example","uri":"https://brightloaf.example/team","extracted_on":"2026-03-01","last_seen_on":"2026-11-07","still_on_page":true}]', 1794268796000, 'valid');
INSERT INTO public.h_mailboxes VALUES ('tomas.reyes@brightloaf.example', 'brightloaf.example', 1, 1, 0, 'slow', 0, 'personal', 88, 'Tomas', 'Reyes', 'tomas reyes', 'Firmware Engineer', 'Firmware Engineer', 'senior', 'it', NULL, NULL, NULL, NULL, '[{"domain":"ovenfair.example","uri":"https://ovenfair.example/speakers/2025","extracted_on":"2025-05-18","last_seen_on":"2026-09-29","still_on_page":false}]', NULL, NULL);
INSERT INTO public.h_mailboxes VALUES ('orders@brightloaf.example', 'brightloaf.example', 1, 1, 0, 'answers', 0, 'generic', 74, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[{"domain":"brightloaf.example","uri":"https://brightloaf.example/contact","extracted_on":"2026-01-14","last_seen_on":"2026-11-07","still_on_page":true}]', NULL, NULL);
INSERT INTO public.h_mailboxes VALUES ('anna.berg@brightloaf.example', 'brightloaf.example', 1, 0, 0, 'answers', 5, 'personal', 0, 'Anna', 'Berg', 'anna berg', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL);
INSERT INTO public.h_mailboxes VALUES ('ole.strand@brightloaf.example', 'brightloaf.example', 1, 0, 0, 'answers', 15, 'personal', 0, 'Ole', 'Strand', 'ole strand', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL);
INSERT INTO public.h_mailboxes VALUES ('ida.falk@brightloaf.example', 'brightloaf.example', 1, 0, 1, 'answers', 0, 'personal', 0, 'Ida', 'Falk', 'ida falk', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL);
INSERT INTO public.h_mailboxes VALUES ('press@brightloaf.example', 'brightloaf.example', 1, 0, 0, 'fails', 0, 'generic', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL);
INSERT INTO public.h_mailboxes VALUES ('relay@brightloaf.example', 'brightloaf.example', 1, 0, 0, 'blocks', 0, 'generic', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL);
INSERT INTO public.h_verifications VALUES (1, 'a address', 1);
INSERT INTO public.migrations_a_identity VALUES ('001-tables', '2026-11-27T03:00:30.036Z');
INSERT INTO public.migrations_a_identity_lock VALUES ('migration_lock', 0);
INSERT INTO public.migrations_c_controller VALUES ('001-tables', '2026-11-27T03:00:30.191Z');
INSERT INTO public.migrations_c_controller_lock VALUES ('migration_lock', 0);
INSERT INTO public.migrations_d_events VALUES ('001-tables', '2026-11-27T03:00:30.400Z');
INSERT INTO public.migrations_d_events VALUES ('002-old-secrets', '2026-11-27T03:00:30.402Z');
INSERT INTO public.migrations_d_events_lock VALUES ('migration_lock', 0);
INSERT INTO public.migrations_e_scheduling VALUES ('001-tables', '2026-11-27T03:00:31.135Z');
INSERT INTO public.migrations_e_scheduling VALUES ('002-messages', '2026-11-27T03:00:31.143Z');
INSERT INTO public.migrations_e_scheduling_lock VALUES ('migration_lock', 0);
INSERT INTO public.migrations_f_instalments VALUES ('001-tables', '2026-11-27T03:00:31.539Z');
INSERT INTO public.migrations_f_instalments VALUES ('002-holders', '2026-11-27T03:00:31.540Z');
INSERT INTO public.migrations_f_instalments_lock VALUES ('migration_lock', 0);
INSERT INTO public.migrations_h_email VALUES ('001-tables', '2026-11-27T03:00:31.763Z');
INSERT INTO public.migrations_h_email_lock VALUES ('migration_lock', 0);
INSERT INTO public.migrations_platform_clock VALUES ('2026-11-22-clock', '2026-11-27T03:00:29.481Z');
INSERT INTO public.migrations_platform_clock_lock VALUES ('migration_lock', 0);
INSERT INTO public.migrations_platform_due VALUES ('2026-11-22-due', '2026-11-27T03:00:29.704Z');
INSERT INTO public.migrations_platform_due_lock VALUES ('migration_lock', 0);
INSERT INTO public.migrations_platform_outbox VALUES ('2026-11-22-outbox', '2026-11-27T03:00:29.811Z');
INSERT INTO public.migrations_platform_outbox VALUES ('2026-11-23-answers', '2026-11-27T03:00:29.813Z');
INSERT INTO public.migrations_platform_outbox VALUES ('2026-11-23-headers', '2026-11-27T03:00:29.815Z');
INSERT INTO public.migrations_platform_outbox VALUES ('2026-11-26-states', '2026-11-27T03:00:29.824Z');
INSERT INTO public.migrations_platform_outbox_lock VALUES ('migration_lock', 0);
INSERT INTO public.migrations_platform_sandbox VALUES ('2026-11-22-sandbox', '2026-11-27T03:00:29.603Z');
INSERT INTO public.migrations_platform_sandbox VALUES ('2026-11-23-shown', '2026-11-27T03:00:29.605Z');
INSERT INTO public.migrations_platform_sandbox_lock VALUES ('migration_lock', 0);
INSERT INTO public.platform_attempts VALUES ('a delivery', 1, 1, 1, 'a outcome', 1, 'a error', 'a digest', '{"a":[1,"é"]}', '{"a":[1,"é"]}');
INSERT INTO public.platform_clock VALUES (1, 1795253396000, 0);
INSERT INTO public.platform_deliveries VALUES ('a id', 'a service', 'a event', 'a url', 'a target', 'a sequence', '{"a":[1,"é"]}', 1, 'a state', 'a reason', 1, 1, 1, 1, 'a holder', 1);
INSERT INTO public.platform_due VALUES ('9276fa78-73a7-4208-a791-2663713ba5c9', 'f-instalments', 'charge-instalment', 1795344848000, 1795748431895000, '{"payment":"payment_11wTq8RkZ2bVnD","number":1}', 0, 0, 0, NULL);
INSERT INTO public.platform_due VALUES ('abf9d658-e540-41f2-bda5-c9cf7a9a8aae', 'f-instalments', 'charge-instalment', 1797936848000, 1795748431897000, '{"payment":"payment_11wTq8RkZ2bVnD","number":2}', 0, 0, 0, NULL);
INSERT INTO public.platform_leases VALUES ('a name', 'a holder', 1);
INSERT INTO public.platform_sandbox VALUES (1, '9a272ce91dda9ed1', 1, 1, NULL);
INSERT INTO public.platform_services VALUES ('a-identity', 1795253396000);
INSERT INTO public.platform_services VALUES ('c-controller', 1795253396000);
INSERT INTO public.platform_services VALUES ('d-events', 1795253396000);
INSERT INTO public.platform_services VALUES ('e-scheduling', 1795253396000);
INSERT INTO public.platform_services VALUES ('f-instalments', 1795253396000);
INSERT INTO public.platform_services VALUES ('h-email', 1795253396000);
ALTER TABLE ONLY public.a_signing_keys
    ADD CONSTRAINT a_signing_keys_key PRIMARY KEY (kid);
ALTER TABLE ONLY public.a_tokens
    ADD CONSTRAINT a_tokens_key PRIMARY KEY (hash);
ALTER TABLE ONLY public.a_users
    ADD CONSTRAINT a_users_key PRIMARY KEY (id);
ALTER TABLE ONLY public.c_controllers
    ADD CONSTRAINT c_controllers_key PRIMARY KEY (id);
ALTER TABLE ONLY public.c_elements
    ADD CONSTRAINT c_elements_key PRIMARY KEY (tag, "position");
ALTER TABLE ONLY public.c_keys
    ADD CONSTRAINT c_keys_key PRIMARY KEY (id);
ALTER TABLE ONLY public.c_tags
    ADD CONSTRAINT c_tags_key PRIMARY KEY (name);
ALTER TABLE ONLY public.d_apps
    ADD CONSTRAINT d_apps_key PRIMARY KEY (id);
ALTER TABLE ONLY public.d_apps
    ADD CONSTRAINT d_apps_key_key UNIQUE (key);
ALTER TABLE ONLY public.d_cache
    ADD CONSTRAINT d_cache_key PRIMARY KEY (app_id, channel);
ALTER TABLE ONLY public.d_channels
    ADD CONSTRAINT d_channels_key PRIMARY KEY (app_id, name);
ALTER TABLE ONLY public.d_leaving
    ADD CONSTRAINT d_leaving_key PRIMARY KEY (app_id, channel, user_id);
ALTER TABLE ONLY public.d_members
    ADD CONSTRAINT d_members_key PRIMARY KEY (app_id, channel, user_id, process);
ALTER TABLE ONLY public.d_processes
    ADD CONSTRAINT d_processes_key PRIMARY KEY (id);
ALTER TABLE ONLY public.d_subscriptions
    ADD CONSTRAINT d_subscriptions_key PRIMARY KEY (app_id, channel, process);
ALTER TABLE ONLY public.d_users
    ADD CONSTRAINT d_users_key PRIMARY KEY (app_id, user_id, process);
ALTER TABLE ONLY public.e_applications
    ADD CONSTRAINT e_applications_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_event_hosts
    ADD CONSTRAINT e_event_hosts_key PRIMARY KEY (event_id, user_id);
ALTER TABLE ONLY public.e_event_types
    ADD CONSTRAINT e_event_types_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_events
    ADD CONSTRAINT e_events_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_forms
    ADD CONSTRAINT e_forms_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_invitations
    ADD CONSTRAINT e_invitations_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_invitees
    ADD CONSTRAINT e_invitees_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_links
    ADD CONSTRAINT e_links_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_memberships
    ADD CONSTRAINT e_memberships_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_messages
    ADD CONSTRAINT e_messages_key PRIMARY KEY (invitee_id, kind);
ALTER TABLE ONLY public.e_organizations
    ADD CONSTRAINT e_organizations_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_submissions
    ADD CONSTRAINT e_submissions_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_subscriptions
    ADD CONSTRAINT e_subscriptions_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_team_members
    ADD CONSTRAINT e_team_members_key PRIMARY KEY (team_id, user_id);
ALTER TABLE ONLY public.e_teams
    ADD CONSTRAINT e_teams_key PRIMARY KEY (id);
ALTER TABLE ONLY public.e_tokens
    ADD CONSTRAINT e_tokens_key PRIMARY KEY (hash);
ALTER TABLE ONLY public.e_users
    ADD CONSTRAINT e_users_key PRIMARY KEY (id);
ALTER TABLE ONLY public.f_answers
    ADD CONSTRAINT f_answers_key PRIMARY KEY (shop, key);
ALTER TABLE ONLY public.f_customers
    ADD CONSTRAINT f_customers_key PRIMARY KEY (id);
ALTER TABLE ONLY public.f_events
    ADD CONSTRAINT f_events_key PRIMARY KEY (id);
ALTER TABLE ONLY public.f_exports
    ADD CONSTRAINT f_exports_key PRIMARY KEY (id);
ALTER TABLE ONLY public.f_instalments
    ADD CONSTRAINT f_instalments_key PRIMARY KEY (payment, number);
ALTER TABLE ONLY public.f_keys
    ADD CONSTRAINT f_keys_key PRIMARY KEY (hash);
ALTER TABLE ONLY public.f_messages
    ADD CONSTRAINT f_messages_key PRIMARY KEY (id);
ALTER TABLE ONLY public.f_orders
    ADD CONSTRAINT f_orders_key PRIMARY KEY (id);
ALTER TABLE ONLY public.f_payments
    ADD CONSTRAINT f_payments_key PRIMARY KEY (id);
ALTER TABLE ONLY public.f_refunds
    ADD CONSTRAINT f_refunds_key PRIMARY KEY (id);
ALTER TABLE ONLY public.f_shops
    ADD CONSTRAINT f_shops_key PRIMARY KEY (id);
ALTER TABLE ONLY public.f_transactions
    ADD CONSTRAINT f_transactions_key PRIMARY KEY (id);
ALTER TABLE ONLY public.f_webhooks
    ADD CONSTRAINT f_webhooks_key PRIMARY KEY (id);
ALTER TABLE ONLY public.h_accounts
    ADD CONSTRAINT h_accounts_key PRIMARY KEY (id);
ALTER TABLE ONLY public.h_domains
    ADD CONSTRAINT h_domains_key PRIMARY KEY (name);
ALTER TABLE ONLY public.h_keys
    ADD CONSTRAINT h_keys_key PRIMARY KEY (hash);
ALTER TABLE ONLY public.h_mailboxes
    ADD CONSTRAINT h_mailboxes_key PRIMARY KEY (address);
ALTER TABLE ONLY public.h_verifications
    ADD CONSTRAINT h_verifications_key PRIMARY KEY (account_id, address);
ALTER TABLE ONLY public.migrations_a_identity_lock
    ADD CONSTRAINT migrations_a_identity_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations_a_identity
    ADD CONSTRAINT migrations_a_identity_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.migrations_c_controller_lock
    ADD CONSTRAINT migrations_c_controller_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations_c_controller
    ADD CONSTRAINT migrations_c_controller_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.migrations_d_events_lock
    ADD CONSTRAINT migrations_d_events_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations_d_events
    ADD CONSTRAINT migrations_d_events_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.migrations_e_scheduling_lock
    ADD CONSTRAINT migrations_e_scheduling_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations_e_scheduling
    ADD CONSTRAINT migrations_e_scheduling_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.migrations_f_instalments_lock
    ADD CONSTRAINT migrations_f_instalments_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations_f_instalments
    ADD CONSTRAINT migrations_f_instalments_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.migrations_h_email_lock
    ADD CONSTRAINT migrations_h_email_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations_h_email
    ADD CONSTRAINT migrations_h_email_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.migrations_platform_clock_lock
    ADD CONSTRAINT migrations_platform_clock_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations_platform_clock
    ADD CONSTRAINT migrations_platform_clock_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.migrations_platform_due_lock
    ADD CONSTRAINT migrations_platform_due_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations_platform_due
    ADD CONSTRAINT migrations_platform_due_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.migrations_platform_outbox_lock
    ADD CONSTRAINT migrations_platform_outbox_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations_platform_outbox
    ADD CONSTRAINT migrations_platform_outbox_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.migrations_platform_sandbox_lock
    ADD CONSTRAINT migrations_platform_sandbox_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations_platform_sandbox
    ADD CONSTRAINT migrations_platform_sandbox_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.platform_attempts
    ADD CONSTRAINT platform_attempts_key PRIMARY KEY (delivery, number);
ALTER TABLE ONLY public.platform_clock
    ADD CONSTRAINT platform_clock_key PRIMARY KEY (id);
ALTER TABLE ONLY public.platform_deliveries
    ADD CONSTRAINT platform_deliveries_key PRIMARY KEY (id);
ALTER TABLE ONLY public.platform_due
    ADD CONSTRAINT platform_due_key PRIMARY KEY (id);
ALTER TABLE ONLY public.platform_leases
    ADD CONSTRAINT platform_leases_key PRIMARY KEY (name);
ALTER TABLE ONLY public.platform_sandbox
    ADD CONSTRAINT platform_sandbox_key PRIMARY KEY (id);
ALTER TABLE ONLY public.platform_services
    ADD CONSTRAINT platform_services_key PRIMARY KEY (name);
CREATE INDEX c_tags_kind ON public.c_tags USING btree (kind, "position");
CREATE INDEX d_channels_due ON public.d_channels USING btree (is_count_due, counted_at);
CREATE INDEX d_channels_empty ON public.d_channels USING btree (empty_since);
CREATE INDEX d_members_process ON public.d_members USING btree (process);
CREATE INDEX d_subscriptions_process ON public.d_subscriptions USING btree (process);
CREATE INDEX d_users_process ON public.d_users USING btree (process);
CREATE INDEX e_event_hosts_by_user_id ON public.e_event_hosts USING btree (user_id, event_id);
CREATE INDEX e_event_types_by_owner_id ON public.e_event_types USING btree (owner_id, name, id);
CREATE INDEX e_events_by_organization_id ON public.e_events USING btree (organization_id, start_at, id);
CREATE INDEX e_forms_by_organization_id ON public.e_forms USING btree (organization_id, created_at, id);
CREATE INDEX e_invitations_by_organization_id ON public.e_invitations USING btree (organization_id, created_at, id);
CREATE INDEX e_invitees_by_email ON public.e_invitees USING btree (email);
CREATE INDEX e_invitees_by_event_id ON public.e_invitees USING btree (event_id, created_at, id);
CREATE INDEX e_links_by_creator_id ON public.e_links USING btree (creator_id, created_at, id);
CREATE INDEX e_memberships_by_organization_id ON public.e_memberships USING btree (organization_id, created_at, id);
CREATE INDEX e_memberships_by_user_id ON public.e_memberships USING btree (user_id, organization_id);
CREATE INDEX e_messages_event ON public.e_messages USING btree (event_id, "position");
CREATE INDEX e_submissions_by_form_id ON public.e_submissions USING btree (form_id, created_at, id);
CREATE INDEX e_submissions_by_invitee_id ON public.e_submissions USING btree (invitee_id);
CREATE INDEX e_subscriptions_by_organization_id ON public.e_subscriptions USING btree (organization_id, created_at, id);
CREATE INDEX e_team_members_by_user_id ON public.e_team_members USING btree (user_id);
CREATE INDEX e_users_by_email ON public.e_users USING btree (email);
CREATE INDEX f_answers_forgotten ON public.f_answers USING btree (shop, forgotten_at);
CREATE INDEX f_customers_email ON public.f_customers USING btree (shop, email_key);
CREATE INDEX f_customers_list ON public.f_customers USING btree (shop, "position");
CREATE INDEX f_events_list ON public.f_events USING btree (shop, "position");
CREATE INDEX f_exports_list ON public.f_exports USING btree (shop, "position");
CREATE INDEX f_keys_shop ON public.f_keys USING btree (shop, "position");
CREATE INDEX f_messages_list ON public.f_messages USING btree (shop, "position");
CREATE INDEX f_orders_list ON public.f_orders USING btree (shop, "position");
CREATE INDEX f_orders_payment ON public.f_orders USING btree (payment);
CREATE INDEX f_payments_customer ON public.f_payments USING btree (customer);
CREATE INDEX f_payments_list ON public.f_payments USING btree (shop, "position");
CREATE INDEX f_refunds_list ON public.f_refunds USING btree (shop, "position");
CREATE INDEX f_refunds_payment ON public.f_refunds USING btree (payment);
CREATE INDEX f_transactions_list ON public.f_transactions USING btree (shop, "position");
CREATE UNIQUE INDEX f_webhooks_address ON public.f_webhooks USING btree (shop, type, url);
CREATE INDEX h_domains_organization ON public.h_domains USING btree (organization_key);
CREATE INDEX h_mailboxes_page ON public.h_mailboxes USING btree (domain, is_listed, confidence, address);
CREATE INDEX h_mailboxes_person ON public.h_mailboxes USING btree (domain, person_key);
CREATE INDEX h_mailboxes_profile ON public.h_mailboxes USING btree (profile_handle);
CREATE INDEX platform_deliveries_newest ON public.platform_deliveries USING btree ("position");
CREATE INDEX platform_deliveries_sequences ON public.platform_deliveries USING btree (sequence, state, "position");
CREATE INDEX platform_deliveries_states ON public.platform_deliveries USING btree (state, "position");
CREATE INDEX platform_deliveries_targets ON public.platform_deliveries USING btree (state, target, due, "position");
CREATE INDEX platform_due_order ON public.platform_due USING btree (failed, at, "position");
