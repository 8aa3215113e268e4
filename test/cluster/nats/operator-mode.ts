// An operator, an account with JetStream and a user of it, as NATS's own tools make them: signed JSON Web Tokens.

import { nkeys } from "@nats-io/transport-node";

type Key = ReturnType<typeof nkeys.createUser>;

const base64 = (data: string | Uint8Array) => Buffer.from(data).toString("base64url");

function token(subject: Key, issuer: Key, nats: object): string {
  const header = base64(JSON.stringify({ typ: "JWT", alg: "ed25519-nkey" }));
  const names = { sub: subject.getPublicKey(), iss: issuer.getPublicKey(), name: "test", jti: subject.getPublicKey() };
  const text = `${header}.${base64(JSON.stringify({ ...names, iat: Math.floor(Date.now() / 1000), nats }))}`;
  return `${text}.${base64(issuer.sign(Buffer.from(text)))}`;
}

export function operatorMode(): { readonly config: string; readonly credentials: string } {
  const [operator, system, account, user] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
    nkeys.createUser(),
  ];
  const unlimited = {
    ...{ subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
    ...{ mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 },
  };
  const { mem_storage, disk_storage, streams, consumer, ...withoutStore } = unlimited;
  const accountToken = (key: Key, limits: object) =>
    `${key.getPublicKey()}: ${token(key, operator, { type: "account", version: 2, limits })}`;
  const config = [
    `operator: ${token(operator, operator, { type: "operator", version: 2 })}`,
    `system_account: ${system.getPublicKey()}`,
    "resolver: MEMORY",
    `resolver_preload: { ${accountToken(system, withoutStore)}, ${accountToken(account, unlimited)} }`,
  ].join("\n");
  const claims = { type: "user", version: 2, pub: {}, sub: {}, subs: -1, data: -1, payload: -1 };
  const credentials = [
    ...["-----BEGIN NATS USER JWT-----", token(user, account, claims), "------END NATS USER JWT------", ""],
    ...["-----BEGIN USER NKEY SEED-----", Buffer.from(user.getSeed()).toString(), "------END USER NKEY SEED------", ""],
  ].join("\n");
  return { config, credentials };
}
