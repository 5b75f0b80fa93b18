/**
 * A real identity provider (oidc-provider) as a process of its own, because it is an ES module. The parent sends
 * requests over IPC: `rotate` puts new keys in the place of all; `claim` changes what is said of people; `broken`
 * makes it answer 500.
 */
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

const { clientId, clientSecret, redirectUri, algorithm, requirePkce, authMethod, signsUserInfo } = JSON.parse(
  process.argv[2],
);

let answer;
let isBroken = false;
/** What requests came in, by path. */
const seen = [];
const claims = {};

const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url.split('?')[0]}`);
  if (isBroken) {
    response.writeHead(500).end('internals of the provider');
    return;
  }
  answer(request, response);
});
server.listen(0, '127.0.0.1', async () => {
  const issuer = `http://localhost:${server.address().port}`;
  await rotate(issuer);
  process.send({ issuer });
});

async function rotate(issuer) {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: `key-${Date.now()}`, use: 'sig', alg: algorithm };
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authMethod,
        id_token_signed_response_alg: algorithm,
        ...(signsUserInfo && { userinfo_signed_response_alg: algorithm }),
      },
    ],
    clientAuthMethods: [authMethod],
    enabledJWA: { idTokenSigningAlgValues: [algorithm], userinfoSigningAlgValues: [algorithm] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'profile', 'picture', 'preferred_username'],
    },
    // Otherwise they are at the user info endpoint only.
    conformIdTokenClaims: signsUserInfo === true,
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@acme.example`,
        email_verified: true,
        name: `${id} of Acme`,
        profile: `https://acme.example/${id}`,
        picture: `https://acme.example/${id}.png`,
        preferred_username: id,
        ...claims,
      }),
    }),
    pkce: { required: () => requirePkce },
    features: { devInteractions: { enabled: true }, jwtUserinfo: { enabled: signsUserInfo === true } },
    cookies: { keys: ['a key of the test'] },
    ttl: { Session: 600, Interaction: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
  });
  answer = provider.callback();
}

process.on('message', async ({ id, verb, value }) => {
  if (verb === 'rotate') await rotate(`http://localhost:${server.address().port}`);
  if (verb === 'claim') Object.assign(claims, value);
  if (verb === 'broken') isBroken = value;
  process.send({ id, seen: verb === 'seen' ? seen.splice(0) : [] });
});
process.on('disconnect', () => process.exit());
