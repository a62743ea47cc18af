/** What a service provider says of itself (RFC 7643, sections 5 to 7). */

export const schemas = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  error: "urn:ietf:params:scim:api:messages:2.0:Error",
} as const;

export const serviceProviderConfig = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 100 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token made in the portal, under Identity provider",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: "/scim/v2/ServiceProviderConfig" },
};

export const resourceTypes = [
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: "User",
    name: "User",
    endpoint: "/Users",
    description: "A person of the company",
    schema: schemas.user,
    meta: { resourceType: "ResourceType", location: "/scim/v2/ResourceTypes/User" },
  },
];

const attribute = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  type: "string",
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...more,
});

export const schemaDefinitions = [
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    id: schemas.user,
    name: "User",
    description: "A person of the company",
    attributes: [
      attribute("userName", { required: true, uniqueness: "server" }),
      attribute("externalId", { caseExact: true }),
      attribute("active", { type: "boolean" }),
      attribute("name", { type: "complex", subAttributes: [attribute("givenName"), attribute("familyName")] }),
      attribute("emails", {
        type: "complex",
        multiValued: true,
        subAttributes: [attribute("value"), attribute("type"), attribute("primary", { type: "boolean" })],
      }),
    ],
    meta: { resourceType: "Schema", location: `/scim/v2/Schemas/${schemas.user}` },
  },
];
