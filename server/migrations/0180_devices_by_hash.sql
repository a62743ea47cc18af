-- A browser is looked up before its person is known, when calls are counted.
create index known_devices_by_hash on known_devices (device_hash);
