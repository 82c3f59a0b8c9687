// The entry `@octavo/runtime/oauth`: credentials by OAuth 2 and OpenID Connect for generated clients, on the optional peer `oauth4webapi`.
export { type AuthorizationCode, type AuthorizationCodeOptions, authorizationCode, type Kept } from './authorization-code.ts';
export type { OAuthOptions } from './authorization-server.ts';
export { type ClientCredentialsOptions, clientCredentials } from './client-credentials.ts';
export type { TokenCredential } from './credential.ts';
export { type DeviceAuthorization, type DeviceAuthorizationOptions, deviceAuthorization } from './device-authorization.ts';
export type { EndpointOptions, TokenScheme } from './endpoints.ts';
export { OAuthError } from './errors.ts';
export { type RefreshTokenOptions, refreshToken } from './refresh-token.ts';
export type { Tokens } from './tokens.ts';
