"""The stock openstacksdk for the cases of this folder."""

from case import Case, is_nothing

NOBODY = "99999999-9999-4999-8999-999999999999"


class SdkCase(Case):
    @classmethod
    def connect(cls, url):
        import openstack  # slow to load: only when it is used
        cls.metal = openstack.connect(
            auth_type="none", endpoint=url, baremetal_endpoint_override=url).baremetal

    @classmethod
    def tearDownClass(cls):
        cls.metal.session.session.close()
        super().tearDownClass()

    def missing(self, call, *words, **more):
        """Checks that the call reports a missing resource."""
        from openstack import exceptions
        with self.assertRaises(exceptions.NotFoundException) as raised:
            call(*words, **more)
        if is_nothing(raised.exception):
            raise raised.exception

    def bad(self, call, *words, **more):
        """Checks that the call is rejected as an error of the caller."""
        from openstack import exceptions
        with self.assertRaises(exceptions.BadRequestException):
            call(*words, **more)

    @staticmethod
    def ids(found):
        return [one.id for one in found]
