-- Logos are kept as PNG: the browser draws an SVG before it is sent. Labels with an SVG show the marketplace's mark until
-- their logo is chosen again.
update white_labels set logo = null, mobile_logo = null where logo like '%.svg' or mobile_logo like '%.svg';
delete from white_label_images where name like '%.svg';
alter table white_label_images drop constraint white_label_images_name_check;
alter table white_label_images add constraint white_label_images_name_check check (name ~ '^[0-9a-f]{64}\.png$');
