import { expect, test } from "vitest";
import { networkOf } from "./network.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:192.0.2.7", "192.0.2.7"],
  ["2001:0DB8:0001:00a2:ffff:1:2:3", "2001:db8:1:a2"],
  ["2001:db8:1:a2::1", "2001:db8:1:a2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:db8::1:2:3:4:5", "2001:db8:0:1"],
  ["::1", "0:0:0:0"],
  ["2001::", "2001:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["2001:db8::ffff:192.0.2.7", "2001:db8:0:0"],
])("the network of %s is %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
